import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { chunkFailure } from './chunk-failure.ts';
import { isLeaving, watchLeaving } from './page-unload.ts';
import { onSignal } from './app-events.ts';
import { deleteItem, saveItem, loadItem } from './storage.ts';

const entry = z.object({
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  info: z.string(),
  /** Path of the page on which the error occurred, without its query. */
  url: z.string(),
  /** Time of the last occurrence, epoch milliseconds. */
  time: z.number(),
  /** How often the error occurred. */
  count: z.number(),
  /** Whether all occurrences have been sent to the server. */
  sent: z.boolean(),
});
/** One uncaught error of this page (ER-07). */
export type LoggedError = z.output<typeof entry>;

const most = { entries: 100, characters: 200_000, message: 1_024, stack: 8_192, info: 1_024 };
const saveAfterMs = 300;

// Removes query, response body and personal data from a text before it is logged (S46).
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

export const errorLog = (): readonly LoggedError[] => (held ??= loadItem('session', 'errors', z.array(entry)) ?? []);

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  saveItem('session', 'errors', errorLog());
}

function change(next: readonly LoggedError[]): void {
  held = next;
  // Saving is throttled, because an error may occur a thousand times a second.
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

/** Adds an error to the local log. A repeated error only increases its count. */
export function recordError(input: Pick<LoggedError, 'type' | 'message'> & { stack?: string; info?: string }): void {
  const message = cleaned(input.message, most.message);
  const stack = cleaned(input.stack ?? '', most.stack);
  const info = cleaned(input.info ?? '', most.info);
  const all = errorLog();
  const same = all.find((one) => one.type === input.type && one.message === message && one.stack === stack);
  const count = (same?.count ?? 0) + 1;
  const next = { type: input.type, message, stack, info, url: location.pathname, time: Date.now(), count, sent: false };
  change(bounded([...all.filter((one) => one !== same), next]));
}

// Failed and aborted calls are not logged, except unreadable responses. The caller shows a failed call.
const isTold = (reason: unknown) =>
  (reason instanceof ApiError && reason.kind !== 'unreadable') ||
  (reason instanceof DOMException && reason.name === 'AbortError');

export function recordThrown(type: string, reason: unknown, info?: string): void {
  if (isTold(reason)) return;
  const part = chunkFailure(reason);
  // When the user leaves the page, the browser aborts chunk loads: that is no error. If the page stays, fetch-part.ts
  // retries the chunk.
  if (part !== null && isLeaving()) return;
  const error = reason instanceof Error ? reason : undefined;
  recordError({
    type: part ?? type,
    message: error ? `${error.name}: ${error.message}` : typeof reason === 'string' ? reason : '没有说明的错误',
    ...(error?.stack ? { stack: error.stack } : {}),
    ...(info ? { info } : {}),
  });
}

export const useErrorLog = (): readonly LoggedError[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, errorLog);

export const noteSent = (sent: readonly LoggedError[]): void =>
  change(errorLog().map((one) => (sent.includes(one) ? { ...one, sent: true } : one)));

export function clearErrorLog(): void {
  change([]);
  clearTimeout(timer);
  timer = undefined;
  deleteItem('session', 'errors');
}

export function watchErrors(): void {
  watchLeaving();
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // Ignores a harmless browser notice: a resize callback changed a size again.
    if (message.startsWith('ResizeObserver loop')) return;
    const reason: unknown = error;
    if (reason instanceof Error) recordThrown('js', reason);
    else recordError({ type: 'js', message, stack: `at ${filename}:${lineno}:${colno}` });
  });
  addEventListener('unhandledrejection', ({ reason }) => recordThrown('promise', reason));
  addEventListener('pagehide', () => {
    if (timer !== undefined) save();
  });
  // Clears the log when the session ends: the next user of this browser must not read these errors.
  for (const name of ['ended', 'switched'] as const) onSignal(name, clearErrorLog);
}
