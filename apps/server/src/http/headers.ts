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

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(self), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()',
  'content-security-policy': policy(''),
};

/** Sets the security headers (S43). The page passes the nonce of its style elements. */
export function secureHeaders(reply: FastifyReply, secure: boolean, path: string) {
  reply.headers(commonHeaders);
  reply.header('referrer-policy', path.startsWith('/auth/') ? 'no-referrer' : 'same-origin');
  // Clears the browser cache at sign-out, so that the next person at this computer sees no cached data (S46).
  if (path.startsWith('/auth/token/logout')) reply.header('clear-site-data', '"cache"');
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

const listed = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('');

export interface AllowedOrigins {
  images?: readonly string[];
  frames?: readonly string[];
}

export const pagePolicy = (nonce: string, { images, frames }: AllowedOrigins = {}) =>
  policy(` 'nonce-${nonce}'`, listed(images), listed(frames));

export const framePolicy = (origins: readonly string[]) =>
  `default-src 'none'; style-src-attr 'unsafe-inline'; frame-src${listed(origins)}; connect-src${listed(origins)}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

/** CSP of a stored file that a browser may open directly. */
export const filePolicy = "sandbox; default-src 'none'";
/**
 * CSP of a stored PDF. It has no sandbox and no object rules, because PDF viewers of browsers show nothing under
 * them.
 */
export const pdfPolicy = "frame-ancestors 'self'";
