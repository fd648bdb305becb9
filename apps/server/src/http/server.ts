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
import { patience, watchLoad, type ConnectionLimits } from './connection-limits.ts';
import { answerOpenRequests } from './open-requests.ts';
import { isScreenRequest, isNavigation, servePages, pageMethods } from './pages.ts';
import type { Raw } from './parse.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null;
    /**
     * A mark for the browser. When it changes, the browser's cached data is stale. Null for unauthenticated callers.
     */
    fresh: string | null;
  }
  interface FastifyContextConfig {
    call?: string;
    pattern?: string;
    upload?: boolean;
  }
}

export interface ServerOptions {
  config: Config;
  pages: string | null;
  logStream?: { write(line: string): void };
  frames?: readonly string[];
  ready: () => Promise<boolean>;
  seeding?: () => boolean;
  /** Whether we issued this token. False for an invented token. */
  isGiven: (token: string) => Promise<boolean>;
  patience?: Partial<ConnectionLimits> | undefined;
}

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/;

const readyMs = 1_000;
/**
 * Concurrent callers share one readiness check, and its result is cached for a second. Each check takes a database
 * connection; many unauthenticated requests would use up all of them (S67).
 */
function shareCheck(ask: () => Promise<boolean>): () => Promise<boolean> {
  let cached: { answer: Promise<boolean>; until: number } | null = null;
  return () => {
    if (cached !== null && performance.now() < cached.until) return cached.answer;
    const check = { answer: ask(), until: Infinity };
    cached = check;
    const setExpiry = () => {
      check.until = performance.now() + readyMs;
    };
    check.answer.then(setExpiry, setExpiry);
    return check.answer;
  };
}

export function proxiesOf(list: readonly string[]): (address: string) => boolean {
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const proxies = new BlockList();
  for (const entry of list) {
    const [base = '', bits] = entry.split('/', 2);
    if (bits === undefined) proxies.addAddress(base, family(base));
    else proxies.addSubnet(base, Number(bits), family(base));
  }
  return (address) => isIP(address) > 0 && proxies.check(address, family(address));
}

export async function createServer({
  config,
  pages,
  frames = [],
  logStream,
  ready,
  seeding = () => false,
  isGiven,
  patience: overrides = {},
}: ServerOptions) {
  const limits = { ...patience, ...overrides };
  const isProxy = proxiesOf(config.trustProxy);
  const broken = clientErrors();
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: null,
      ...(logStream ? { stream: logStream } : {}),
      // Removes headers from log lines, because some libraries log their settings with request headers.
      redact: { paths: ['headers', '*.headers', '*.*.headers', '*.authorization'], remove: true },
      serializers: { err: stripped, req: () => ({}), res: () => ({}) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 1024 * 1024,
    // The longest time limit of all calls. connection-limits.ts enforces shorter limits.
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: limits.idleMs,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: true,
    clientErrorHandler: broken.answer,
    http: {
      // A missing Host header is refused below with our envelope. Node would refuse it without an envelope.
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: limits.headersMs,
      // Upgrades only to WebSocket. A client that offers another protocol, such as h2c, gets a normal answer.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      connectionsCheckingInterval: Math.max(50, limits.headersMs / 5),
    },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    // A request that arrives with the stop signal is answered too.
    return503OnClosing: false,
    genReqId: (request) => {
      const clientRequestId = request.headers['x-request-id'];
      const trusted = isProxy(request.socket.remoteAddress ?? '');
      return trusted && typeof clientRequestId === 'string' && requestIdPattern.test(clientRequestId)
        ? clientRequestId
        : randomUUID();
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  });

  broken.watch(app.server);
  answerOpenRequests(app, limits.closeMs);
  // Ignores an Expect header other than 100-continue. Node would answer 417, which means an unbound account here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('scope', null);
  app.decorateRequest('fresh', null);
  // Removes Fastify's body parsers. A call reads its body only after the guard has admitted the request.
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
    if (isNavigation(request) || isScreenRequest(app, request)) return sendPage(request, reply);
    return answerError(new AppError('notFound'), request, reply);
  });
  app.route({
    method: pageMethods,
    url: '/healthz',
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  const isReady = shareCheck(ready);
  app.route({
    method: pageMethods,
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

// Logs message and code of an error, but not its `detail`, which contains row values.
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

/** Answers any failure with the JSON envelope. Unknown errors are logged, and the answer reveals nothing about them. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = asAppError(error);
  if (appError.code === 'failed' || appError.code === 'unavailable')
    request.log.error({ err: error, requestId: request.id, call: request.routeOptions?.config?.call }, 'call failed');
  const seconds = secondsOf(appError.data);
  if (seconds !== null) reply.header('retry-after', seconds);
  if (appError.code === 'tooLarge' || appError.code === 'mediaType') reply.header('connection', 'close');
  return reply
    .status(errors[appError.code].status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: 1, msg: appError.message, data: appError.data }));
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

/** Reads the fields of a multipart body up to the first file. Returns the file as a stream. */
/** Browsers send a quotation mark in a file name as %22, and line breaks as %0D and %0A. */
const fileNameOf = (sent: string) => sent.replaceAll('%22', '"').replaceAll(/%0[DA]/gi, '');

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
    return { fields, file: { name: fileNameOf(part.filename ?? ''), type: part.mimetype, stream: part.file } };
  }
  throw new AppError('invalid', '请选择要上传的文件');
}
