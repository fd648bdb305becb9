import type { FastifyReply } from 'fastify';

const policy = (style: string, images = '', frames = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self'${style}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: https://*.qlogo.cn https://mmbiz.qpic.cn${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    `frame-src 'self'${frames}`,
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    "manifest-src 'self'",
  ].join('; ');

/** What every answer carries. */
export const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(self), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()',
  'content-security-policy': policy(''),
};

/** Sets the headers of security.md S43; a page brings the nonce of its style elements. */
export function secureHeaders(reply: FastifyReply, secure: boolean, path: string) {
  reply.headers(always);
  reply.header('referrer-policy', path.startsWith('/auth/') ? 'no-referrer' : 'same-origin');
  // What the browser kept for the person who leaves is not for the next one (S46).
  if (path.startsWith('/auth/token/logout')) reply.header('clear-site-data', '"cache"');
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

const listed = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('');

/** Whom a page may show beside ourselves, by origin. */
export interface Shown {
  images?: readonly string[];
  frames?: readonly string[];
}

/** The policy of a page whose style elements carry this nonce. */
export const pagePolicy = (nonce: string, { images, frames }: Shown = {}) =>
  policy(` 'nonce-${nonce}'`, listed(images), listed(frames));

/** The policy of a document of ours that holds nothing but somebody else's page in a frame. */
export const framePolicy = (origins: readonly string[]) =>
  `default-src 'none'; style-src-attr 'unsafe-inline'; frame-src${listed(origins)}; connect-src${listed(origins)}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

/** The policy of a stored file that a browser may open by itself. */
export const filePolicy = "sandbox; default-src 'none'";
/** The policy of a stored PDF: the viewers of browsers draw nothing in a sandbox, nor where no object may be shown. */
export const pdfPolicy = "frame-ancestors 'self'";
