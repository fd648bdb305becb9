import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call, IncomingFile } from '@anlan/contract/http/call-table';
import { errors, type ErrorCode } from '@anlan/contract/errors';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Idempotency } from '#modules/session/index.ts';
import { createIdempotentScope } from './guard.ts';
import type { Raw } from './parse.ts';

/** The server refused the key before it tried the write, so nothing is audited. */
export class KeyRefusal extends AppError {}

export interface Write {
  request: FastifyRequest;
  name: string;
  call: Call;
  scope: Scope;
  http: Scope;
  raw: Raw;
  file: IncomingFile | undefined;
}

type Work = (scope: Scope, file: IncomingFile | undefined) => Promise<unknown>;

const pattern = /^[A-Za-z0-9_-]{16,64}$/;
// Temporary errors. The client may retry the write with the same key.
const temporaryErrors = new Set<ErrorCode>(['failed', 'unavailable', 'tooMany']);

// `shown`: the answer contained a secret, so only the fact that it was delivered is stored (S90).
type Outcome = { data: unknown } | { shown: true } | { error: { code: ErrorCode; message: string; data: unknown } };

function readOutcome(text: string): Outcome {
  // The cast is safe: only `withIdempotency` writes this text.
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

/** Passes the file's bytes on and hashes them. The hash is ready after the last byte. */
function withHash(file: IncomingFile) {
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
  const read = withHash(file);
  const rest = read.file.stream[Symbol.asyncIterator]();
  while (!(await rest.next()).done);
  return read.digest();
}

/**
 * Whether the server uses an Idempotency-Key for this call. Yes for writes that answer JSON; no for sign-in calls and
 * calls that are idempotent by nature.
 */
export const takesKey = ({ effect, client, isIdempotent, answer }: Call) =>
  effect === 'write' &&
  client === null &&
  isIdempotent !== true &&
  answer.kind !== 'file' &&
  answer.kind !== 'document';

const otherBody = () => new KeyRefusal('invalid', '同一个 Idempotency-Key 不能用于不同的内容');

/**
 * Runs a write under its Idempotency-Key (S51). A repeat gets the first answer, a different body gets 400, and a
 * repeat during the write gets 429. When the answer has a secret, only the effect is stored (S90). Calls of the HTTP
 * layer have other single-use rules.
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
  const read = file && withHash(file);
  const keep = (outcome: Outcome) =>
    idempotency.settle(httpScope, intent, JSON.stringify(outcome), read?.digest() ?? null);
  let data: unknown;
  try {
    data = await work(createIdempotentScope(scope, intent), read?.file);
  } catch (error) {
    const appError = error instanceof AppError ? error : new AppError('failed');
    const { code, message } = appError;
    if (temporaryErrors.has(code) && intent.open) await idempotency.release(httpScope, intent).catch(() => {});
    else await keep({ error: { code, message, data: appError.data } }).catch(() => {});
    throw error;
  }
  // The write took effect, so the client gets its answer even when the answer could not be stored.
  await keep(call.secret ? { shown: true } : { data: data ?? null }).catch(() => {});
  return data;
}
