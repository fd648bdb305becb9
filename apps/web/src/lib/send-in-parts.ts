import { partBytes, uploadCalls } from '@anlan/contract/modules/upload/calls';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';

const parts = api(uploadCalls);
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;
/** The upload fails after this time without progress, in milliseconds. */
const patienceMs = 5 * 60_000;

/** The SHA-256 hash of the bytes; null without TLS. Then the server compares only sizes. */
async function digestOf(bytes: ArrayBuffer): Promise<Uint8Array | null> {
  // TypeScript declares `crypto.subtle` as always present, but it is missing outside of secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : null;
}
const hexOf = (bytes: Uint8Array) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.status === 429 || error.status >= 500);

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    if (signal.aborted) return void fail(signal.reason);
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      removeEventListener('online', go);
      signal.removeEventListener('abort', stop);
      done();
    }
    function stop() {
      clearTimeout(timer);
      removeEventListener('online', go);
      fail(signal.reason);
    }
    addEventListener('online', go);
    signal.addEventListener('abort', stop, { once: true });
  });

export interface PartsProgress {
  /** Called with the share of the file that has arrived, 0 to 1. */
  onProgress: (share: number) => void;
  onWaiting: (isWaiting: boolean) => void;
  signal: AbortSignal;
}

/** Uploads a large file in parts. Only lost parts are sent again, and an upload can resume within a day. */
export async function sendInParts(file: File, { onProgress, onWaiting, signal }: PartsProgress) {
  let since = Date.now();
  let pauseMs = firstPauseMs;
  async function retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        const done = await work();
        [since, pauseMs] = [Date.now(), firstPauseMs];
        onWaiting(false);
        return done;
      } catch (error) {
        if (signal.aborted || !isRetryable(error) || Date.now() - since > patienceMs) throw error;
        onWaiting(true);
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
  }

  const about = { name: file.name, sizeBytes: file.size, mark: String(file.lastModified) };
  const { id, have } = await retryUntilDone(() => parts.begin(about, { signal, quiet: true }));
  const there = new Set(have);
  const stop = () => void parts.cancel({ id }, { quiet: true }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const many = Math.ceil(file.size / partBytes);
    const digests: (Uint8Array | null)[] = [];
    for (let at = 0; at < many; at += 1) {
      const piece = file.slice(at * partBytes, (at + 1) * partBytes);
      const digest = await digestOf(await piece.arrayBuffer());
      digests.push(digest);
      const before = (at * partBytes) / file.size;
      onProgress(before);
      if (there.has(at)) continue;
      const input = { id, at, ...(digest ? { sha256: hexOf(digest) } : {}), file: new File([piece], file.name) };
      const own = (share: number) => onProgress(before + (share * piece.size) / file.size);
      await retryUntilDone(() => parts.part(input, { signal, quiet: true, onProgress: own }));
    }
    onProgress(1);
    const all = digests.flatMap((one) => (one ? [...one] : []));
    const whole = all.length === many * 32 ? await digestOf(new Uint8Array(all).buffer) : null;
    return await retryUntilDone(() =>
      parts.finish({ id, ...(whole ? { sha256: hexOf(whole) } : {}) }, { signal, quiet: true }),
    );
  } catch (error) {
    // The server refused the content of the file: the stored parts are dropped, so the next attempt starts at the
    // beginning.
    if (error instanceof ApiError && error.status === 400) stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
