import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** Keys of writes that were never answered: the next try of the same brings its key again (S51). */
const unanswered = new Map<string, string>();
const triesWhileRunning = 30;
const runningData = z.object({ running: z.literal(true) });

const stillRuns = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && runningData.safeParse(error.data).success;
// Nothing came back, or something between us and the server spoke in its place.
const isOpen = (error: unknown) =>
  error instanceof ApiError &&
  (error.kind === 'network' || stillRuns(error) || (error.status >= 502 && error.status <= 504));

// crypto.randomUUID is missing where the page is not served over TLS.
/** A key that no write has had. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Make a write under a key of its own, `mark` being all that it sends: tried again after no answer, it counts once. */
export async function keyed<T>(mark: string, given: string | undefined, attempt: (key: string) => Promise<T>) {
  const key = given ?? unanswered.get(mark) ?? newKey();
  unanswered.delete(mark);
  for (let tries = 1; ; tries++)
    try {
      return await attempt(key);
    } catch (error) {
      if (stillRuns(error) && tries < triesWhileRunning) {
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
