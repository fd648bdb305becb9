import { repeatedRequestText, statusText } from '@anlan/contract/errors';
import * as z from 'zod/mini';

export interface FieldError {
  field: string;
  msg: string;
}

/**
 * Why a call failed. answered: failure response; network: no response; invalid: refused before sending; repeated: the
 * same write is already running; unreadable: response cannot be read.
 */
export type FailureKind = 'answered' | 'network' | 'invalid' | 'repeated' | 'unreadable';

interface Facts {
  kind: FailureKind;
  status?: number;
  message?: string | undefined;
  errors?: FieldError[] | undefined;
  data?: unknown;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
}

export class ApiError extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly errors: FieldError[];
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, for status 429. */
  readonly retryAfter: number | undefined;

  constructor(facts: Facts) {
    super(facts.message || statusText(facts.status ?? 0));
    this.name = 'ApiError';
    this.kind = facts.kind;
    this.status = facts.status ?? 0;
    this.errors = facts.errors ?? [];
    this.data = facts.data ?? null;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

/** Whether the record was changed or removed by somebody else. */
export const isOutdated = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);

export const repeatedError = () => new ApiError({ kind: 'repeated', message: repeatedRequestText });

/** Error of a call without a response: no network, or the server is down. */
export const networkError = () => new ApiError({ kind: 'network', message: '网络连接不可用，请检查网络后重试' });

/** Error of a call without a response within its timeout. */
export const timeoutError = () => new ApiError({ kind: 'network', message: '服务器长时间没有响应，请稍后重试' });

const failure = z.object({ msg: z.nullish(z.string()), data: z.optional(z.unknown()) });
const fieldErrors = z.object({ errors: z.array(z.object({ field: z.string(), msg: z.string() })) });

/** Creates an error from a failure response. Uses the message of the server, else the text of the error catalogue. */
export function failureError(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const parsed = failure.safeParse(body);
  const data = parsed.success ? parsed.data.data : null;
  const fields = fieldErrors.safeParse(data);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    kind: 'answered',
    status,
    message: (parsed.success && parsed.data.msg) || statusText(status),
    errors: fields.success ? fields.data.errors : [],
    data,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  });
}

export function invalidInputError(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  return new ApiError({
    kind: 'invalid',
    status: 400,
    errors: issues.map(({ path, message }) => ({ field: path.map(String).join('.'), msg: message })),
  });
}

/** Message to show. Errors of our own code have a Chinese message; other errors, for example of the browser, do not. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError || (error instanceof Error && /\p{Script=Han}/u.test(error.message))
    ? error.message
    : statusText(500);

/** Whether the server did not answer: no network, or a restart. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || (error.status >= 502 && error.status <= 504));
