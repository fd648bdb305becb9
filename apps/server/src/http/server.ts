import { randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import multipart from '@fastify/multipart';
import compress from '@fastify/compress';
import Fastify, { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { errors } from '@anlan/contract/errors';
import { FailedInTenants } from '#kernel/each-tenant.ts';
import { AppError } from '#kernel/errors.ts';
import { isStorageFull, storageFullText } from '#kernel/storage-full.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Config } from '#config';
import { brokenText, clientErrors } from './client-errors.ts';
import { secureHeaders } from './headers.ts';
import { patience, watchLoad, type Patience } from './load.ts';
import { asksForScreen, navigates, servePages, withHead } from './pages.ts';
import type { Raw } from './parse.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null;
    /** Changes when what the caller's browser keeps is stale; null for strangers. */
    fresh: string | null;
  }
  interface FastifyContextConfig {
    call?: string;
    pattern?: string;
    upload?: boolean;
  }
}

/** How the server is opened. */
export interface ServerOptions {
  config: Config;
  /** Folder of the built page, or null where only calls are wanted. */
  pages: string | null;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
  /** Origins whose pages ours may frame. */
  frames?: readonly string[];
  ready: () => Promise<boolean>;
  /** Whether published accounts are still to be made. */
  seeding?: () => boolean;
  /** Whether a token is one that we gave; no stranger becomes a person by making one up. */
  isGiven: (token: string) => Promise<boolean>;
  /** Other figures of patience, for tests. */
  patience?: Partial<Patience> | undefined;
}

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/;

const readyMs = 1_000;
/**
 * Asks once for all who want to know at one time, and tells the answer for a second: whether the database answers takes a
 * connection beside the pool, and strangers who ask without end would take all of them (S67).
 */
function askedTogether(ask: () => Promise<boolean>): () => Promise<boolean> {
  let kept: { answer: Promise<boolean>; until: number } | null = null;
  return () => {
    if (kept !== null && performance.now() < kept.until) return kept.answer;
    const asked = { answer: ask(), until: Infinity };
    kept = asked;
    const told = () => {
      asked.until = performance.now() + readyMs;
    };
    asked.answer.then(told, told);
    return asked.answer;
  };
}

/** Whether an address is one of the proxies, which the list names one by one or as networks. */
export function proxiesOf(list: readonly string[]): (address: string) => boolean {
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const known = new BlockList();
  for (const entry of list) {
    const [base = '', bits] = entry.split('/', 2);
    if (bits === undefined) known.addAddress(base, family(base));
    else known.addSubnet(base, Number(bits), family(base));
  }
  return (address) => isIP(address) > 0 && known.check(address, family(address));
}

/** Opens Fastify behind the HTTP layer's rules: headers, ids, logs, errors, pages. Calls are mounted by the caller. */
export async function createServer({
  config,
  pages,
  frames = [],
  logStream,
  ready,
  seeding = () => false,
  isGiven,
  patience: given = {},
}: ServerOptions) {
  const limits = { ...patience, ...given };
  const isProxy = proxiesOf(config.trustProxy);
  const broken = clientErrors();
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: null,
      ...(logStream ? { stream: logStream } : {}),
      // Parts of ours tell their settings at the lowest level, with the headers of the request among them.
      redact: { paths: ['headers', '*.headers', '*.*.headers', '*.authorization'], remove: true },
      serializers: { err: stripped, req: () => ({}), res: () => ({}) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 1024 * 1024,
    // The longest of all; shorter ones go by the kind of call (load.ts).
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: limits.idleMs,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: true,
    clientErrorHandler: broken.answer,
    http: {
      // Refused below in our envelope; Node would answer without one.
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: limits.headersMs,
      // A client that offers another protocol, such as h2c, is answered by the call it asked for.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      connectionsCheckingInterval: Math.max(50, limits.headersMs / 5),
    },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    return503OnClosing: true,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      const trusted = isProxy(request.socket.remoteAddress ?? '');
      return trusted && typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  });

  broken.watch(app.server);
  // Whatever else is expected than 100-continue is not refused: 417 has a meaning of its own here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('scope', null);
  app.decorateRequest('fresh', null);
  // Bodies are read by the mounted call after its guard has let the request in.
  app.removeAllContentTypeParsers();
  await app.register(multipart, { throwFileSizeLimit: true });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  app.addHook('onRequest', async (request, reply) => {
    secureHeaders(reply, request.protocol === 'https', request.url);
    reply.header('x-request-id', request.id);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      reply.header('connection', 'close');
      throw new AppError('invalid', brokenText);
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.fresh !== null) reply.header('x-fresh', request.fresh);
  });
  const load = watchLoad(app, limits, isProxy, config.rateLimit, isGiven);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        requestId: request.id,
        call: request.routeOptions.config.call ?? request.routeOptions.url ?? 'unknown',
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        tenantId: request.scope?.tenantId,
        userId: request.scope?.userId ?? undefined,
        address: request.ip,
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));

  const sendPage = servePages(app, pages, {
    images: config.map.tiles === null ? [] : [new URL(config.map.tiles).origin],
    frames,
  });
  app.setNotFoundHandler((request, reply) => {
    if (navigates(request) || asksForScreen(app, request)) return sendPage(request, reply);
    return answerError(new AppError('notFound'), request, reply);
  });
  app.route({
    method: withHead,
    url: '/healthz',
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  const isReady = askedTogether(ready);
  app.route({
    method: withHead,
    url: '/readyz',
    handler: async (_request, reply) => {
      const status = (await isReady()) ? (seeding() ? 'seeding' : 'ok') : 'unavailable';
      return reply
        .status(status === 'ok' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status });
    },
  });
  return { app, load, sendPage, takeFile };
}

interface Stripped {
  [name: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

// A driver's `detail` holds the values of the row; messages and codes do not.
function stripped(error: Error & { code?: string; constraint?: string }): Stripped {
  return {
    type: error.name,
    message: error.message,
    code: error.code ?? '',
    constraint: error.constraint,
    stack: error.stack ?? '',
    cause: error.cause instanceof Error ? error.cause.message : undefined,
    tenants:
      error instanceof FailedInTenants
        ? error.failures.map(({ tenantId, error: own }) => ({
            tenantId,
            ...(own instanceof Error ? stripped(own) : { message: String(own) }),
          }))
        : undefined,
  };
}

/** Any failure as the envelope of the catalogue; what is not ours is logged and says nothing of itself. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error);
  if (known.code === 'failed' || known.code === 'unavailable')
    request.log.error({ err: error, requestId: request.id, call: request.routeOptions?.config?.call }, 'call failed');
  const seconds = secondsOf(known.data);
  if (seconds !== null) reply.header('retry-after', seconds);
  if (known.code === 'tooLarge' || known.code === 'mediaType') reply.header('connection', 'close');
  return reply
    .status(errors[known.code].status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: 1, msg: known.message, data: known.data }));
}

function secondsOf(data: unknown): number | null {
  return typeof data === 'object' && data !== null && 'seconds' in data && typeof data.seconds === 'number'
    ? data.seconds
    : null;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return new AppError('tooLarge');
  if (status === 415) return new AppError('mediaType');
  if (status === 404 || status === 414) return new AppError('notFound');
  if (status === 503) return new AppError('unavailable');
  if (isStorageFull(error)) return new AppError('unavailable', storageFullText);
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid');
  return new AppError('failed');
}

/** Reads fields up to the first file of a multipart body; the file goes on as a stream. */
async function takeFile(request: FastifyRequest, maxBytes: number) {
  const fields: Raw = Object.create(null);
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 64 * 1024, headerPairs: 50, fieldNameSize: 100 },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
      continue;
    }
    return { fields, file: { name: part.filename ?? '', type: part.mimetype, stream: part.file } };
  }
  throw new AppError('invalid', '请选择要上传的文件');
}
