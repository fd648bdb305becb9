import { repeatedText, statusText } from '@anlan/contract/errors';
import * as z from 'zod/mini';

/** One field that the server, or our own check, did not take. */
export interface FieldError {
  field: string;
  msg: string;
}

/** How a call came to nothing: answered with a failure, never answered, refused by ourselves. */
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

/** A call that failed; `message` is fit to be shown. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 0 when nothing was answered. */
  readonly status: number;
  /** Fields at fault, when the server named them. */
  readonly errors: FieldError[];
  /** What came as `data` with the failure. */
  readonly data: unknown;
  /** Id to find the call in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait, with 429. */
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

/** Whether what was asked about is not as it was seen any more: changed, or gone. */
export const isOutdated = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);

/** The refusal of an identical write that is still under way (status 000). */
export const repeated = () => new ApiError({ kind: 'repeated', message: repeatedText });

/** Nothing came back: no network, or no server. */
export const unreached = () => new ApiError({ kind: 'network', message: '网络连接不可用，请检查网络后重试' });

/** Nothing came back within the time of its class. */
export const unanswered = () => new ApiError({ kind: 'network', message: '服务器长时间没有响应，请稍后重试' });

const failure = z.object({ msg: z.nullish(z.string()), data: z.optional(z.unknown()) });
const fieldErrors = z.object({ errors: z.array(z.object({ field: z.string(), msg: z.string() })) });

/** A failure as the server words it; the catalogue's text when it words none. */
export function answered(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const told = failure.safeParse(body);
  const data = told.success ? told.data.data : null;
  const fields = fieldErrors.safeParse(data);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    kind: 'answered',
    status,
    message: (told.success && told.data.msg) || statusText(status),
    errors: fields.success ? fields.data.errors : [],
    data,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  });
}

/** Input that our own schema refuses, before anything is sent. */
export function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  return new ApiError({
    kind: 'invalid',
    status: 400,
    errors: issues.map(({ path, message }) => ({ field: path.map(String).join('.'), msg: message })),
  });
}

/** What to show for a failure of any kind. */
export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : statusText(500));

/** Whether nobody was there to answer: no network, or a server that is being replaced. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || (error.status >= 502 && error.status <= 504));
