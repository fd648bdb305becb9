import type { Call, FileRule } from '@anlan/contract/http/call-table';
import { restrictionData, lockedData } from '@anlan/contract/modules/session/restriction';
import * as z from 'zod/mini';
import { readAnswer } from './read-answer.ts';
import { ApiError, invalidInputError, repeatedError } from './api-error.ts';
import { isUnattended } from './user-activity.ts';
import { config } from './config.ts';
import { readFreshness } from './freshness.ts';
import { withIdempotencyKey } from './idempotency-key.ts';
import { isLocked } from './lock.ts';
import { place } from './request-fields.ts';
import { send } from './send.ts';
import { signal } from './app-events.ts';
import { freshTokens, newestTokens } from './token-renewal.ts';
import { tenantOf, tokens, type Tokens } from './tokens.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Set when the caller shows the error itself, so that no global message appears. */
  quiet?: boolean | undefined;
  /** Called with the upload progress, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Value of the Idempotency-Key header: the server runs a repeated write only once. */
  idempotencyKey?: string | undefined;
}

export type Calls = Readonly<Record<string, Call>>;

type Sent<C> = C extends { input: infer I extends z.ZodMiniType; file: infer F }
  ? F extends FileRule
    ? Fields<z.output<I>> & { file: File }
    : z.output<I>
  : never;
// If an input has no fields, its type refuses every key, also the key of an uploaded file.
type Fields<O> = string extends keyof O ? unknown : O;
type Answered<C> = C extends { answer: infer A }
  ? A extends { schema: infer S extends z.ZodMiniType }
    ? z.output<S>
    : Blob
  : never;
type Ask<C> =
  Record<never, never> extends Sent<C>
    ? (input?: Sent<C>, options?: CallOptions) => Promise<Answered<C>>
    : (input: Sent<C>, options?: CallOptions) => Promise<Answered<C>>;

export type Client<T> = { [K in keyof T]: Ask<T[K]> };

export function api<T extends Calls>(table: T): Client<T> {
  const asks = Object.entries(table).map(([verb, row]) => [
    verb,
    (input: object = {}, options: CallOptions = {}) => ask(row, input, options),
  ]);
  // Each function has the schemas of its call row; the type of `Object.fromEntries` cannot express that.
  return Object.fromEntries(asks) as Client<T>;
}

const underWay = new Set<string>();

async function ask(row: Call, input: object, options: CallOptions): Promise<unknown> {
  // On a locked screen the server would refuse background polls, so they fail here. Session renewal continues.
  if (row.activity === 'background' && !row.client && isLocked()) throw new ApiError({ kind: 'answered', status: 403 });
  const { target, body } = place(row, encode(row, input));
  const file = 'file' in input && input.file instanceof File ? input.file : undefined;
  const json = row.file === undefined && body !== undefined ? JSON.stringify(body) : undefined;
  const mark = `${row.method} ${target} ${json ?? ''} ${file ? `${file.name}${file.size}${file.lastModified}` : ''}`;
  const write = row.effect === 'write';
  if (write && underWay.has(mark)) throw reportFailure(repeatedError(), row, options);
  if (write) underWay.add(mark);
  try {
    const attempt = async (key?: string, again = true): Promise<unknown> => {
      const credential = await credentials(row);
      const headers = { accept: accepted(row), ...credential };
      // Requests of a page that nobody uses must not extend the session, so they are marked as background.
      if (isUnattended()) Object.assign(headers, { 'x-activity': 'background' });
      if (json !== undefined) Object.assign(headers, { 'content-type': 'application/json' });
      if (key !== undefined) Object.assign(headers, { 'idempotency-key': key });
      const reply = await send({
        ...options,
        method: row.method,
        target,
        headers,
        body: file ? formOf(body ?? {}, file) : json,
        wait: row.wait,
      });
      readFreshness(reply.headers.get('x-fresh'));
      // The session may have got new tokens while this call was in progress, here or in another browser tab. Then a
      // 401 is retried once with the new token.
      const isOld = (held: Tokens | null) => held !== null && credential['authorization'] !== `Bearer ${held.access}`;
      const refused = reply.status === 401 && row.client === null && again;
      if (refused && (isOld(tokens()) || isOld(await newestTokens()))) return attempt(key, false);
      return readAnswer(row.answer, reply);
    };
    const once = (key?: string) => attempt(key);
    return await (write && row.client === null ? withIdempotencyKey(mark, options.idempotencyKey, once) : once());
  } catch (error) {
    throw error instanceof ApiError ? reportFailure(error, row, options) : error;
  } finally {
    underWay.delete(mark);
  }
}

const fieldsOf = z.record(z.string(), z.unknown());

function encode(row: Call, input: object): Record<string, unknown> {
  const encoded = z.safeEncode(row.input, input);
  if (!encoded.success) throw invalidInputError(encoded.error.issues);
  return z.parse(fieldsOf, encoded.data);
}

const accepted = ({ answer }: Call) =>
  answer.kind === 'file' || answer.kind === 'document' ? '*/*' : 'application/json';

async function credentials(row: Call): Promise<Record<string, string>> {
  const tenant = tenantOf();
  // Many proxies drop headers with an underscore, so the tenant is sent under both names.
  const named: Record<string, string> =
    tenant === undefined || row.client ? {} : { tenant_id: tenant, 'tenant-id': tenant };
  if (row.client) {
    const { clientId, clientSecret } = await config();
    return { ...named, authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
  }
  const held = await freshTokens();
  return held ? { ...named, authorization: `Bearer ${held.access}` } : named;
}

function formOf(body: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append('file', file);
  return form;
}

/** Reads which restriction of the session made the server refuse a call; null for any other error. */
export function restrictionOf(error: unknown): 'mustChangePassword' | 'mustEnrol' | null {
  const read = restrictionData.safeParse(error instanceof ApiError ? error.data : null);
  if (!read.success) return null;
  return 'mustEnrol' in read.data ? 'mustEnrol' : 'mustChangePassword';
}

// Signals a restriction of the session, so that a special page opens, whichever call was refused.
function knownRestriction(error: ApiError): boolean {
  const locked = lockedData.safeParse(error.data);
  if (locked.success) signal('locked', { name: locked.data.name, since: locked.data.since.getTime() });
  const restriction = restrictionOf(error);
  if (restriction !== null) signal('held', restriction);
  return locked.success || restriction !== null;
}

// Signals a failed call globally. 401 ends the session once. The caller itself shows a 428 and a network failure
// (ER-02).
function reportFailure(error: ApiError, row: Call, options: CallOptions): ApiError {
  const { status, kind } = error;
  if (status === 401 && !row.client) {
    if (tokens() !== null) signal('expired', error.message);
  } else if (status === 403 && knownRestriction(error)) return error;
  else if (!options.quiet && kind !== 'network' && status !== 428) signal('failed', error);
  return error;
}
