import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** Idempotency keys of writes that got no response. A retry uses the key of the first attempt (S51). */
const unanswered = new Map<string, string>();
const triesWhileRunning = 30;
const runningData = z.object({ running: z.literal(true) });

const isStillRunning = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && runningData.safeParse(error.data).success;
// Whether the result of a write is unknown: no response, still running, or a response of an intermediary.
const isOpen = (error: unknown) =>
  error instanceof ApiError &&
  (error.kind === 'network' || isStillRunning(error) || (error.status >= 502 && error.status <= 504));

// Does not use crypto.randomUUID, which is missing when the page is served without TLS.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Runs a write with an idempotency key. `mark` is the whole input. A retry with equal input uses the same key, so the
 * server runs the write only once.
 */
export async function withIdempotencyKey<T>(
  mark: string,
  presetKey: string | undefined,
  attempt: (key: string) => Promise<T>,
) {
  const key = presetKey ?? unanswered.get(mark) ?? newKey();
  unanswered.delete(mark);
  for (let tries = 1; ; tries++)
    try {
      return await attempt(key);
    } catch (error) {
      if (isStillRunning(error) && tries < triesWhileRunning) {
        await new Promise((done) => setTimeout(done, 1_000));
        continue;
      }
      if (isOpen(error)) {
        unanswered.set(mark, key);
        if (unanswered.size > 50) unanswered.delete(unanswered.keys().next().value ?? '');
      }
      throw error;
    }
}
