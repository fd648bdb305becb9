import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call, IncomingFile } from '@anlan/contract/http/dialect';
import { errors, type ErrorCode } from '@anlan/contract/errors';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Idempotency } from '#modules/session/index.ts';
import { keyedScope } from './guard.ts';
import type { Raw } from './parse.ts';

/** A key's answer that is none of the work's own: nothing was tried, so nothing is traced. */
export class KeyRefusal extends AppError {}

/** A write on its way to its module. */
export interface Write {
  request: FastifyRequest;
  name: string;
  call: Call;
  scope: Scope;
  /** The HTTP layer's own scope for this request, where the keys are kept. */
  http: Scope;
  /** All that was sent but the bytes of the file. */
  raw: Raw;
  file: IncomingFile | undefined;
}

/** Does the work and answers what leaves as JSON. */
type Work = (scope: Scope, file: IncomingFile | undefined) => Promise<unknown>;

const pattern = /^[A-Za-z0-9_-]{16,64}$/;
// These tell of a moment, not of the write: it may be tried again.
const passing = new Set<ErrorCode>(['failed', 'unavailable', 'tooMany']);

// The last is of an answer that was shown once: of that nothing is kept but that it was given (S90).
type Outcome = { data: unknown } | { shown: true } | { error: { code: ErrorCode; message: string; data: unknown } };

function readOutcome(text: string): Outcome {
  // Written by `withIdempotency` itself.
  return JSON.parse(text) as Outcome;
}

const isCode = (code: string): code is ErrorCode => code in errors;

const shownText =
  '这次操作已经生效，其中的密码或凭证只显示一次，不再重复。没有看到的，请刷新后重新生成，例如重置密码。';

function replay(text: string): unknown {
  const outcome = readOutcome(text);
  if ('data' in outcome) return outcome.data;
  if ('shown' in outcome) throw new KeyRefusal('conflict', shownText);
  const { code, message, data } = outcome.error;
  throw new KeyRefusal(isCode(code) ? code : 'failed', message, data);
}

/** Passes the bytes on and knows their hash once they were read to the end. */
function hashed(file: IncomingFile) {
  const hash = createHash('sha256');
  let digest: string | null = null;
  async function* bytes() {
    for await (const chunk of file.stream) {
      hash.update(chunk);
      yield chunk;
    }
    digest = hash.digest('base64url');
  }
  return { file: { ...file, stream: bytes() }, digest: () => digest };
}

async function hashOfRest(file: IncomingFile): Promise<string | null> {
  const read = hashed(file);
  const rest = read.file.stream[Symbol.asyncIterator]();
  while (!(await rest.next()).done);
  return read.digest();
}

/** Whether a key is heeded: writes that answer JSON, but for those of a way in and those that need none. */
export const takesKey = ({ effect, client, isIdempotent, answer }: Call) =>
  effect === 'write' &&
  client === null &&
  isIdempotent !== true &&
  answer.kind !== 'file' &&
  answer.kind !== 'document';

const otherBody = () => new KeyRefusal('invalid', '同一个 Idempotency-Key 不能用于不同的内容');

/**
 * Runs a write that brings an Idempotency-Key so that the key has one effect and one answer (S51): the first answer
 * comes again, another body is 400, work that is still under way is 429. Of an answer that shows a secret only the
 * effect is kept (S90). Calls of the HTTP layer have one-use rules of their own.
 */
export async function withIdempotency(
  idempotency: Idempotency,
  { request, name, call, scope, http: httpScope, raw, file }: Write,
  work: Work,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || scope.http || !takesKey(call)) return work(scope, file);
  if (typeof key !== 'string' || !pattern.test(key))
    throw new KeyRefusal('invalid', 'Idempotency-Key 应为 16 到 64 位字母、数字、_ 或 -');
  const sent = JSON.stringify([scope.enterpriseId, raw, file?.name, file?.type]);
  const standing = await idempotency.begin(httpScope, {
    tenantId: scope.tenantId,
    actor: scope.userId ?? request.ip,
    call: name,
    key,
    bodyHash: createHash('sha256').update(sent).digest('base64url'),
  });
  switch (standing.kind) {
    case 'otherBody':
      throw otherBody();
    case 'running':
      throw new KeyRefusal('tooMany', '上一次提交还在处理，请稍候', { seconds: 1, running: true });
    case 'effect':
      throw new KeyRefusal('conflict', '这次提交已经生效，但结果没有送达，请刷新后查看');
    case 'settled':
      if (file && standing.fileHash !== null && (await hashOfRest(file)) !== standing.fileHash) throw otherBody();
      return replay(standing.outcome);
    default:
  }
  const { intent } = standing;
  const read = file && hashed(file);
  const keep = (outcome: Outcome) =>
    idempotency.settle(httpScope, intent, JSON.stringify(outcome), read?.digest() ?? null);
  let data: unknown;
  try {
    data = await work(keyedScope(scope, intent), read?.file);
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('failed');
    const { code, message } = known;
    if (passing.has(code) && intent.open) await idempotency.release(httpScope, intent).catch(() => {});
    else await keep({ error: { code, message, data: known.data } }).catch(() => {});
    throw error;
  }
  // What took effect is answered, whether or not the answer could be kept.
  await keep(call.secret ? { shown: true } : { data: data ?? null }).catch(() => {});
  return data;
}
