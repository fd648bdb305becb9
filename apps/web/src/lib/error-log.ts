import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { chunkFailure } from './chunk-failure.ts';
import { isLeaving, watchLeaving } from './leaving.ts';
import { onSignal } from './signals.ts';
import { forget, keep, recall } from './storage.ts';

const entry = z.object({
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  info: z.string(),
  /** Path of the page, without its query. */
  url: z.string(),
  /** When it happened last, epoch milliseconds. */
  time: z.number(),
  /** How often. */
  count: z.number(),
  /** Whether the server has it, as often as it has happened. */
  sent: z.boolean(),
});
/** One error of this page that nobody caught (ER-07). */
export type LoggedError = z.output<typeof entry>;

const most = { entries: 100, characters: 200_000, message: 1_024, stack: 8_192, info: 1_024 };
const saveAfterMs = 300;

// Nothing of a query, of an answer's body or of a person stays in the log (S46).
function cleaned(text: string, length: number): string {
  return text
    .slice(0, length * 2)
    .replaceAll(/\b(?:data|blob):[^\s)'"]*/g, 'data:…')
    .replaceAll(/(https?:\/\/[^\s?#)'"<>]{0,2000})[?#][^\s)'"<>]*?((?::\d+){0,2})(?=[\s)'"<>]|$)/g, '$1$2')
    .replaceAll(/([\w/])\?(?!\.)[^\s)'"<>:]+/g, '$1')
    .replaceAll(/(Unexpected [^,]*),[\s\S]*is not valid JSON/g, '$1, not valid JSON')
    .replaceAll(/\b(access_token|refresh_token|password|ticket|code)=[^\s&]+/gi, '$1=…')
    .replaceAll(/(^|\D)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1$2****$3')
    .slice(0, length);
}

let held: readonly LoggedError[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** What went wrong on this page since its browser tab was opened, oldest first. */
export const errorLog = (): readonly LoggedError[] => (held ??= recall('session', 'errors', z.array(entry)) ?? []);

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  keep('session', 'errors', errorLog());
}

function change(next: readonly LoggedError[]): void {
  held = next;
  // An error that comes a thousand times a second is written down three times a second.
  timer ??= setTimeout(save, saveAfterMs);
  for (const listener of listeners) listener();
}

const weightOf = ({ message, stack, info }: LoggedError) => message.length + stack.length + info.length + 200;

function bounded(all: readonly LoggedError[]): readonly LoggedError[] {
  const last = all.slice(-most.entries);
  let weight = last.reduce((sum, one) => sum + weightOf(one), 0);
  let from = 0;
  for (; weight > most.characters && from < last.length - 1; from += 1) weight -= weightOf(last[from]!);
  return last.slice(from);
}

/** Keep an error; the same one again only counts. */
export function recordError(given: Pick<LoggedError, 'type' | 'message'> & { stack?: string; info?: string }): void {
  const message = cleaned(given.message, most.message);
  const stack = cleaned(given.stack ?? '', most.stack);
  const info = cleaned(given.info ?? '', most.info);
  const all = errorLog();
  const same = all.find((one) => one.type === given.type && one.message === message && one.stack === stack);
  const count = (same?.count ?? 0) + 1;
  const next = { type: given.type, message, stack, info, url: location.pathname, time: Date.now(), count, sent: false };
  change(bounded([...all.filter((one) => one !== same), next]));
}

// Failed calls are told where they were made, and what was broken off is no error.
const isTold = (reason: unknown) =>
  (reason instanceof ApiError && reason.kind !== 'unreadable') ||
  (reason instanceof DOMException && reason.name === 'AbortError');

/** Keep whatever was thrown; `type` says how it came to us. */
export function recordThrown(type: string, reason: unknown, info?: string): void {
  if (isTold(reason)) return;
  const part = chunkFailure(reason);
  // What leaving the page breaks off is no error; where the page stays, the part is asked for again (fetch-part.ts).
  if (part !== null && isLeaving()) return;
  const error = reason instanceof Error ? reason : undefined;
  recordError({
    type: part ?? type,
    message: error ? `${error.name}: ${error.message}` : typeof reason === 'string' ? reason : '没有说明的错误',
    ...(error?.stack ? { stack: error.stack } : {}),
    ...(info ? { info } : {}),
  });
}

/** The same, for whoever shows it. */
export const useErrorLog = (): readonly LoggedError[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, errorLog);

/** Note that the server has these. */
export const noteSent = (sent: readonly LoggedError[]): void =>
  change(errorLog().map((one) => (sent.includes(one) ? { ...one, sent: true } : one)));

/** Forget all of it. */
export function clearErrorLog(): void {
  change([]);
  clearTimeout(timer);
  timer = undefined;
  forget('session', 'errors');
}

/** Listen for what nobody catches, as long as the page lives. */
export function watchErrors(): void {
  watchLeaving();
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // Browsers say so where a size changes while it is told; nothing is wrong.
    if (message.startsWith('ResizeObserver loop')) return;
    const reason: unknown = error;
    if (reason instanceof Error) recordThrown('js', reason);
    else recordError({ type: 'js', message, stack: `at ${filename}:${lineno}:${colno}` });
  });
  addEventListener('unhandledrejection', ({ reason }) => recordThrown('promise', reason));
  addEventListener('pagehide', () => {
    if (timer !== undefined) save();
  });
  // The next person at this browser reads nothing of the last one's.
  for (const name of ['ended', 'switched'] as const) onSignal(name, clearErrorLog);
}
