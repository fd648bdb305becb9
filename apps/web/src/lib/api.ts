import type { Call, FileRule } from '@anlan/contract/http/dialect';
import { restrictionData, lockedData } from '@anlan/contract/modules/session/restriction';
import * as z from 'zod/mini';
import { readAnswer } from './answer.ts';
import { ApiError, invalid, repeated } from './api-error.ts';
import { isUnattended } from './at-work.ts';
import { config } from './config.ts';
import { hearFreshness } from './freshness.ts';
import { keyed } from './keyed.ts';
import { isLocked } from './lock.ts';
import { place } from './place.ts';
import { send } from './send.ts';
import { signal } from './signals.ts';
import { freshTokens } from './renewal.ts';
import { tenantOf, tokens } from './tokens.ts';

/** How one call is made. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Set when the caller shows a failure itself, beside the form or in place of the list. */
  quiet?: boolean | undefined;
  /** Share of an upload that has gone, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Makes a repeated write count once (Idempotency-Key). */
  idempotencyKey?: string | undefined;
}

/** Calls by their verbs. */
export type Calls = Readonly<Record<string, Call>>;

type Sent<C> = C extends { input: infer I extends z.ZodMiniType; file: infer F }
  ? F extends FileRule
    ? Fields<z.output<I>> & { file: File }
    : z.output<I>
  : never;
// An input without fields refuses every key, the file's too.
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

/** The typed client of a call table: one function a row, domain words in and out. */
export type Client<T> = { [K in keyof T]: Ask<T[K]> };

/** Make the client of a call table. */
export function api<T extends Calls>(table: T): Client<T> {
  const asks = Object.entries(table).map(([verb, row]) => [
    verb,
    (input: object = {}, options: CallOptions = {}) => ask(row, input, options),
  ]);
  // Each function stands under its row's name with that row's schemas; fromEntries cannot say so.
  return Object.fromEntries(asks) as Client<T>;
}

const underWay = new Set<string>();

async function ask(row: Call, input: object, options: CallOptions): Promise<unknown> {
  // Polls of a locked screen would be refused; what renews the session goes on.
  if (row.activity === 'background' && !row.client && isLocked()) throw new ApiError({ kind: 'answered', status: 403 });
  const { target, body } = place(row, encode(row, input));
  const file = 'file' in input && input.file instanceof File ? input.file : undefined;
  const json = row.file === undefined && body !== undefined ? JSON.stringify(body) : undefined;
  const mark = `${row.method} ${target} ${json ?? ''} ${file ? `${file.name}${file.size}${file.lastModified}` : ''}`;
  const write = row.effect === 'write';
  if (write && underWay.has(mark)) throw told(repeated(), row, options);
  if (write) underWay.add(mark);
  try {
    const attempt = async (key?: string, again = true): Promise<unknown> => {
      const credential = await credentials(row);
      const headers = { accept: accepted(row), ...credential };
      // A page that is left alone goes on asking: that keeps no session alive.
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
      hearFreshness(reply.headers.get('x-fresh'));
      // The session went on under new tokens while this call was on its way.
      const held = tokens();
      const old = held !== null && row.client === null && credential['authorization'] !== `Bearer ${held.access}`;
      return reply.status === 401 && old && again ? attempt(key, false) : readAnswer(row.answer, reply);
    };
    const once = (key?: string) => attempt(key);
    return await (write && row.client === null ? keyed(mark, options.idempotencyKey, once) : once());
  } catch (error) {
    throw error instanceof ApiError ? told(error, row, options) : error;
  } finally {
    underWay.delete(mark);
  }
}

const fieldsOf = z.record(z.string(), z.unknown());

function encode(row: Call, input: object): Record<string, unknown> {
  const encoded = z.safeEncode(row.input, input);
  if (!encoded.success) throw invalid(encoded.error.issues);
  return z.parse(fieldsOf, encoded.data);
}

const accepted = ({ answer }: Call) =>
  answer.kind === 'file' || answer.kind === 'document' ? '*/*' : 'application/json';

async function credentials(row: Call): Promise<Record<string, string>> {
  const tenant = tenantOf();
  // Many proxies drop a header whose name has an underscore, so the tenant goes under both spellings.
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

/** What holds the session back, as a refused call says it; null when it is something else. */
export function restrictionOf(error: unknown): 'mustChangePassword' | 'mustEnrol' | null {
  const read = restrictionData.safeParse(error instanceof ApiError ? error.data : null);
  if (!read.success) return null;
  return 'mustEnrol' in read.data ? 'mustEnrol' : 'mustChangePassword';
}

// A page of its own sees to what holds the session back, whoever called.
function knownRestriction(error: ApiError): boolean {
  const locked = lockedData.safeParse(error.data);
  if (locked.success) signal('locked', { name: locked.data.name, since: locked.data.since.getTime() });
  const restriction = restrictionOf(error);
  if (restriction !== null) signal('held', restriction);
  return locked.success || restriction !== null;
}

// 401 ends the session once; 428 and an unreached server are shown by whoever asked (ER-02).
function told(error: ApiError, row: Call, options: CallOptions): ApiError {
  const { status, kind } = error;
  if (status === 401 && !row.client) {
    if (tokens() !== null) signal('expired', error.message);
  } else if (status === 403 && knownRestriction(error)) return error;
  else if (!options.quiet && kind !== 'network' && status !== 428) signal('failed', error);
  return error;
}
