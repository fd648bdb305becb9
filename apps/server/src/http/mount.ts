import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { errors } from '@anlan/contract/errors';
import { timeoutMs } from '@anlan/contract/limits';
import type { Call, Calls, IncomingFile, OutgoingFile, Handlers } from '@anlan/contract/http/call-table';
import { problemsOf } from '@anlan/contract/http/problems';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { DayTurn } from '#kit/day-turn.ts';
import { markBrowser } from './browser.ts';
import { encoderOf } from './schema-encoder.ts';
import type { Guard } from './guard.ts';
import type { Idempotency } from '#modules/session/index.ts';
import { filePolicy, framePolicy, pdfPolicy } from './headers.ts';
import { KeyRefusal, withIdempotency } from './idempotency.ts';
import { isNavigation } from './pages.ts';
import { checkTexts, decodeText, parseFlat, parseJson, parseQuery, readBody, type Raw } from './parse.ts';
import { emptyPage } from './inverted-ranges.ts';
import { Written, writerOf } from './write-json.ts';

export interface HttpLayer {
  guard: Guard;
  /** Decrypts a password that the page encrypted; null when it is invalid. */
  decipher: (text: string) => string | null;
  encrypt: ((data: unknown) => string) | null;
  audit: { failed(scope: Scope, call: string, code: string): Promise<void> };
  sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  takeFile: (request: FastifyRequest, maxBytes: number) => Promise<{ fields: Raw; file: IncomingFile }>;
  idempotency: Idempotency;
  dayTurn: Pick<DayTurn, 'today'>;
  mounted: { name: string; call: Call }[];
}

const ids = {
  uuid: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  tenant: '^[0-9]{1,19}$',
  word: '^[A-Za-z0-9_]{1,64}$',
} as const;

const routePath = (call: Call, path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}(${ids[call.id]})`);

const mediaType = (request: FastifyRequest) =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();

function refuseMedia(request: FastifyRequest): never {
  throw new AppError('mediaType', request.headers['content-type'] === undefined ? '缺少内容类型' : undefined);
}

async function bodyOf(request: FastifyRequest, call: Call): Promise<Raw> {
  const length = request.headers['content-length'];
  const empty = length === '0' || (length === undefined && request.headers['transfer-encoding'] === undefined);
  if (empty) return Object.create(null);
  if (request.headers['content-encoding'] !== undefined) throw new AppError('mediaType');
  const charset = /charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw new AppError('mediaType');
  const type = mediaType(request);
  if (type === 'application/json') return parseJson(await readBody(request.raw, call.bodyBytes), call.bare);
  if (call.form && type === 'application/x-www-form-urlencoded')
    return parseFlat(decodeText(await readBody(request.raw, call.bodyBytes)));
  return refuseMedia(request);
}

function inputOf(call: Call, query: Raw, body: Raw, path: Raw): Raw {
  const raw: Raw = Object.create(null);
  const usual = call.method === 'GET' || call.file !== undefined ? 'query' : 'body';
  const from = { query: call.form ? { ...body, ...query } : query, body, path };
  for (const [key, value] of Object.entries(from[usual])) if (call.in[key] === undefined) raw[key] = value;
  for (const [key, place] of Object.entries(call.in)) {
    const value = from[place][key];
    if (value !== undefined) raw[key] = value;
  }
  return raw;
}

function decipherFields(call: Call, raw: Raw, decipher: HttpLayer['decipher']) {
  for (const field of call.encryptedFields) {
    const value = raw[field];
    // Passes an empty password to the module when decryption fails, so that the answer equals that for a wrong password
    // (S08).
    if (typeof value === 'string') raw[field] = decipher(value) ?? '';
  }
}

/** Maximum time for authentication, so that an unavailable database does not block callers for long. */
const admissionMs = 15_000;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Parses the Range header; null for the whole file or an impossible range. */
function rangeOf(request: FastifyRequest, sizeBytes: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return from <= to ? { from, to } : null;
}

const isPlayed = (type: string) => /^(audio|video)\/|^application\/pdf$/.test(type);

const policyOf = ({ type, allowedOrigins: frames, page }: OutgoingFile) =>
  page ? page.policy : frames ? framePolicy(frames) : type === 'application/pdf' ? pdfPolicy : filePolicy;

interface Sending {
  call: Call;
  /** Throws when the caller has lost access and may receive no more data. */
  still: () => Promise<void>;
  encrypt: HttpLayer['encrypt'];
}

/** Streams chunks until `still` throws. Also closes the source when no chunk was read. */
function whileAllowed(body: AsyncIterable<Uint8Array>, still: () => Promise<void>): AsyncIterable<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const end = async () => (await pieces.return?.()) ?? { done: true as const, value: undefined };
  const allowed: AsyncIterator<Uint8Array> = {
    async next() {
      const piece = await pieces.next();
      if (piece.done === true) return piece;
      try {
        await still();
      } catch (error) {
        await end();
        throw error;
      }
      return piece;
    },
    return: end,
  };
  return { [Symbol.asyncIterator]: () => allowed };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  out: OutgoingFile,
  { call, still }: Pick<Sending, 'call' | 'still'>,
) {
  // Sends no referrer to the redirect target.
  if (out.redirectTo !== undefined) return reply.header('referrer-policy', 'no-referrer').redirect(out.redirectTo, 302);
  reply.header('content-type', out.type);
  // Prevents the browser from executing a stored file (S55).
  reply.header('content-security-policy', policyOf(out));
  if (out.cacheSeconds !== undefined) reply.header('cache-control', `public, max-age=${out.cacheSeconds}`);
  if (out.page) {
    // The browser must revalidate the page each time. It downloads the page again only after a change.
    reply.header('cache-control', 'no-cache').header('etag', out.page.etag).status(out.page.status);
    if (out.page.status === 200 && request.headers['if-none-match']?.includes(out.page.etag))
      return reply.status(304).send();
  }
  if (out.name !== undefined) {
    const shown = call.answer.kind === 'document' && /^(image|audio|video)\/|^application\/pdf$/.test(out.type);
    const inline = shown && out.isDownload !== true;
    const ascii = out.name.replace(/[^\x20-\x7e]|["\\%;]/g, '_').slice(0, 200);
    reply.header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(out.name.slice(0, 200))}`,
    );
  }
  const { body, parts } = out;
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body));
  const streamed = (pieces: AsyncIterable<Uint8Array>) => Readable.from(whileAllowed(pieces, still));
  if (parts === undefined || !isPlayed(out.type)) return reply.send(streamed(body));
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(request, parts.sizeBytes);
  if (range === null) return reply.header('content-length', parts.sizeBytes).send(streamed(body));
  if (body instanceof Readable) body.destroy();
  reply.header('content-range', `bytes ${range.from}-${range.to}/${parts.sizeBytes}`);
  reply.header('content-length', range.to - range.from + 1);
  return reply.status(206).send(streamed(await parts.open(range)));
}

/** Encodes the result with the fields of its schema only. The module may have returned more (S28). */
function encodeResult({ answer, effect }: Call, result: unknown, plain: boolean): unknown {
  if (answer.kind === 'file' || answer.kind === 'document') return result;
  // Writes a read result directly as JSON. The answer of a write may have to be stored and encrypted first.
  if (plain && effect === 'read' && answer.kind !== 'uploaded')
    return new Written(writerOf(answer.schema)(result) ?? 'null');
  return encoderOf(answer.schema)(result);
}

function send(request: FastifyRequest, reply: FastifyReply, data: unknown, { call, still, encrypt }: Sending) {
  const { answer } = call;
  if (answer.kind === 'file' || answer.kind === 'document')
    return sendFile(request, reply, data as OutgoingFile, { call, still });
  reply.header('content-type', 'application/json; charset=utf-8');
  if (data instanceof Written)
    return reply.send(answer.kind === 'enveloped' ? `{"code":0,"msg":null,"data":${data.text}}` : data.text);
  let body: unknown = data;
  const code = call.codeAsText ? '0' : 0;
  if (answer.kind === 'enveloped')
    body = encrypt ? { code, msg: null, encryptStr: encrypt(data) } : { code, msg: null, data };
  if (answer.kind === 'uploaded') body = { code: 0, msg: null, data, ...(data as object) };
  return reply.send(JSON.stringify(body));
}

/** Waits for the audit row, unless the database caused the failure. */
async function awaitTrace(trace: Promise<void>, failure: unknown) {
  const settledTrace = trace.catch(() => {});
  if (!(failure instanceof AppError && failure.code === 'unavailable')) await settledTrace;
}

// Encodes the row in a conflict answer by its schema too.
function encodedConflict(error: unknown, call: Call): unknown {
  if (!(error instanceof AppError) || error.code !== 'conflict' || call.conflict === null) return error;
  if (typeof error.data !== 'object' || error.data === null) return error;
  const data: Record<string, unknown> = { ...error.data };
  for (const name of ['current', 'existing'])
    if (data[name] !== undefined && data[name] !== null) data[name] = z.encode(call.conflict, data[name]);
  return new AppError(error.code, error.message, data);
}

export function mount<T extends Calls>(
  app: FastifyInstance,
  roomName: string,
  calls: T,
  module: Handlers<T, Scope>,
  http: HttpLayer,
  options: { http?: boolean } = {},
) {
  for (const [verb, call] of Object.entries<Call>(calls)) {
    const name = `${roomName}.${verb}`;
    // The cast is safe: `Handlers<T, Scope>` has checked each pair, and only the loop loses the type.
    const serve = module[verb as keyof T] as unknown as (scope: Scope, input: unknown) => Promise<unknown>;
    http.mounted.push({ name, call });

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (call.permit !== 'public' && !call.document && isNavigation(request) && !request.url.includes('access_token='))
        return http.sendPage(request, reply);
      reply.header('cache-control', 'no-store');
      const query = parseQuery(request.url);
      checkTexts(query);
      const scope = await within(admissionMs, http.guard.enter(request, call, name, query, options.http === true));
      request.scope = scope;
      const still = http.guard.watch(scope, call, name);
      if (call.browser === 'marks' && scope.browser !== null) markBrowser(request, reply, scope.browser);
      try {
        let body: Raw = {};
        let file: IncomingFile | undefined;
        if (call.file) {
          if (mediaType(request) !== 'multipart/form-data') refuseMedia(request);
          const uploadParts = await http.takeFile(request, call.file.maxBytes);
          file = uploadParts.file;
          body = uploadParts.fields;
        } else if (call.method === 'POST') body = await bodyOf(request, call);
        const raw = inputOf(call, call.file ? { ...query, ...body } : query, body, request.params as Raw);
        checkTexts(raw);
        const sent = { ...raw };
        decipherFields(call, raw, http.decipher);
        const parsed = z.safeDecode(call.input, raw);
        if (!parsed.success) {
          const problems = problemsOf(parsed.error);
          throw new AppError('invalid', problems[0]?.msg ?? errors.invalid.text, { errors: problems });
        }
        const work = async (by: Scope, upload: IncomingFile | undefined) => {
          const input = upload ? { ...(parsed.data as object), file: upload } : parsed.data;
          try {
            return encodeResult(call, emptyPage(call, input) ?? (await serve(by, input)), http.encrypt === null);
          } catch (error) {
            throw encodedConflict(error, call);
          }
        };
        // The platform's tenant has no rows of a day.
        if (scope.userId !== null && scope.tenantId !== '0') await http.dayTurn.today(scope.tenantId);
        const write = { request, name, call, scope, http: http.guard.httpScopeOf(name, request), raw: sent, file };
        const data = await within(timeoutMs[call.wait], withIdempotency(http.idempotency, write, work));
        return send(request, reply, data, { call, still, encrypt: http.encrypt });
      } catch (error) {
        if (
          call.effect === 'write' &&
          scope.userId !== null &&
          !(error instanceof KeyRefusal) &&
          !(error instanceof AppError && error.code === 'invalid')
        )
          await awaitTrace(http.audit.failed(scope, name, error instanceof AppError ? error.code : 'failed'), error);
        throw error;
      }
    };

    for (const path of [call.path, ...call.aliasPaths])
      app.route({
        method: call.method,
        url: routePath(call, path),
        config: { call: name, pattern: path, upload: call.file !== undefined },
        handler,
      });
  }
}
