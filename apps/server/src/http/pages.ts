import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScreen } from '@anlan/contract/screens';
import { pagePolicy, type AllowedOrigins } from './headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
// Encodings of the build, the smaller first, and their file endings (apps/web/compress-output.ts).
const packings = [
  { encoding: 'br', ending: '.br', taken: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ },
  { encoding: 'gzip', ending: '.gz', taken: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ },
];
const noncePlace = '%NONCE%';
/** HTTP methods for pages and files. No call accepts HEAD. */
export const pageMethods = ['GET', 'HEAD'];

/** Whether a browser navigates: it accepts text/html and sends no bearer token. */
export const isNavigation = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  request.headers.authorization === undefined;

/** Whether the path is a screen and no call: such a page is public, for any Accept header. */
export const isScreenRequest = (app: FastifyInstance, { method, url }: FastifyRequest) => {
  const path = url.split('?', 1)[0] ?? '/';
  const isCall = () =>
    app.supportedMethods.some((supportedMethod) => app.hasRoute({ method: supportedMethod, url: path }));
  return pageMethods.includes(method) && isScreen(path) && !isCall();
};

/** Serves the files that the folder contains at start, and index.html for screens. */
export function servePages(app: FastifyInstance, folder: string | null, shown: AllowedOrigins = {}) {
  const present = folder === null ? [] : list(folder);
  const endings = new Set(packings.map(({ ending }) => ending));
  const index =
    folder === null ? '<!doctype html><title>安澜</title>' : readFileSync(join(folder, 'index.html'), 'utf8');
  const missing = index.replace('<html ', '<html data-missing ');

  for (const path of present.filter((one) => !endings.has(extname(one)))) {
    const read = (name: string) => readFileSync(join(folder ?? '', name));
    const body = read(path);
    const type = types[extname(path)] ?? 'application/octet-stream';
    const packed = packings
      .filter(({ ending }) => present.includes(path + ending))
      .map(({ encoding, ending, taken: acceptPattern }) => ({
        encoding,
        taken: acceptPattern,
        bytes: read(path + ending),
      }));
    const cache = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('content-type', type).header('cache-control', cache).header('vary', 'accept-encoding');
      const accepted = String(request.headers['accept-encoding'] ?? '').toLowerCase();
      const fitting = packed.find(({ taken: acceptPattern }) => acceptPattern.test(accepted));
      return fitting ? reply.header('content-encoding', fitting.encoding).send(fitting.bytes) : reply.send(body);
    };
    app.route({ method: pageMethods, url: `/${path}`, handler: send });
  }

  /**
   * Sends index.html. An unknown path also gets it, with status 404 and a mark: only the server knows all screens, and
   * the page then shows /404.
   */
  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64');
    const path = request.url.split('?', 1)[0] ?? '/';
    const isKnown = isScreen(path);
    return reply
      .status(isKnown ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, shown))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept')
      .send((isKnown ? index : missing).replaceAll(noncePlace, nonce));
  }

  // Also answers HEAD, which monitors and link previews send.
  const handler = async (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply);
  for (const url of ['/', '/wel']) app.route({ method: pageMethods, url, handler });
  return sendPage;
}

function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== 'index.html')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('.') && !path.endsWith('.map'));
}
