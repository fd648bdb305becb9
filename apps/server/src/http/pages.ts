import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScreen } from '@anlan/contract/screens';
import { pagePolicy, type Shown } from './headers.ts';

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
// What the build packs, the smaller first, and what the files are called (apps/web/packed.ts).
const packings = [
  { encoding: 'br', ending: '.br', taken: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ },
  { encoding: 'gzip', ending: '.gz', taken: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ },
];
const noncePlace = '%NONCE%';
/** How what is no call is asked for; no call answers HEAD. */
export const withHead = ['GET', 'HEAD'];

/** Whether a browser navigates: it names text/html and brings no bearer (decisions 12). */
export const navigates = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  request.headers.authorization === undefined;

/** Whether a screen is asked for at whose path no call stands: the page is for everybody, whatever they accept. */
export const asksForScreen = (app: FastifyInstance, { method, url }: FastifyRequest) => {
  const path = url.split('?', 1)[0] ?? '/';
  const isCall = () => app.supportedMethods.some((known) => app.hasRoute({ method: known, url: path }));
  return withHead.includes(method) && isScreen(path) && !isCall();
};

/** Serves the built page: a fixed list of files read at start, and index.html for screens. */
export function servePages(app: FastifyInstance, folder: string | null, shown: Shown = {}) {
  const present = folder === null ? [] : list(folder);
  const endings = new Set(packings.map(({ ending }) => ending));
  const index =
    folder === null ? '<!doctype html><title>安澜</title>' : readFileSync(join(folder, 'index.html'), 'utf8');

  for (const path of present.filter((one) => !endings.has(extname(one)))) {
    const read = (name: string) => readFileSync(join(folder ?? '', name));
    const body = read(path);
    const type = types[extname(path)] ?? 'application/octet-stream';
    const packed = packings
      .filter(({ ending }) => present.includes(path + ending))
      .map(({ encoding, ending, taken }) => ({ encoding, taken, bytes: read(path + ending) }));
    const cache = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('content-type', type).header('cache-control', cache).header('vary', 'accept-encoding');
      const accepted = String(request.headers['accept-encoding'] ?? '').toLowerCase();
      const fitting = packed.find(({ taken }) => taken.test(accepted));
      return fitting ? reply.header('content-encoding', fitting.encoding).send(fitting.bytes) : reply.send(body);
    };
    app.route({ method: withHead, url: `/${path}`, handler: send });
  }

  /** Sends the page; unknown paths get it with 404 and its router shows /404. */
  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64');
    const path = request.url.split('?', 1)[0] ?? '/';
    return reply
      .status(isScreen(path) ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, shown))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept')
      .send(index.replaceAll(noncePlace, nonce));
  }

  // Monitors and previews of links ask for the headers alone.
  const handler = async (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply);
  for (const url of ['/', '/wel']) app.route({ method: withHead, url, handler });
  return sendPage;
}

function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== 'index.html')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('.') && !path.endsWith('.map'));
}
