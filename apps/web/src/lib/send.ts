import { timeoutMs, type TimeoutClass } from '@anlan/contract/limits';
import { ApiError, timeoutError, networkError } from './api-error.ts';
import { waitWhileLeaving } from './page-unload.ts';
import { isOwnPath } from './request-fields.ts';
import { reportAnswer, reportNoAnswer } from './connectivity.ts';

export interface Request {
  method: 'GET' | 'POST';
  target: string;
  headers: Record<string, string>;
  body?: BodyInit | undefined;
  wait: TimeoutClass;
  signal?: AbortSignal | undefined;
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface Reply {
  status: number;
  headers: { get(name: string): string | null };
  blob(): Promise<Blob>;
}

/** Sends a request and returns the response. No response within the timeout is a network failure. */
export async function send(request: Request): Promise<Reply> {
  if (!isOwnPath(request.target)) throw new Error('only paths of our own are called');
  try {
    const reply = await (request.onProgress ? sendWithProgress(request, request.onProgress) : sendPlain(request));
    reportAnswer();
    return reply;
  } catch (error) {
    if (error instanceof ApiError) {
      // When the user leaves the page, the browser aborts the request; that is not reported as a network failure.
      await waitWhileLeaving();
      reportNoAnswer();
    }
    throw error;
  }
}

async function sendPlain(request: Request): Promise<Reply> {
  const limit = AbortSignal.timeout(timeoutMs[request.wait]);
  // This line is outside of the try block: a function that the browser lacks must not look like a network failure.
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  const lost = (error: unknown): never => {
    if (request.signal?.aborted) throw error;
    throw limit.aborted ? timeoutError() : networkError();
  };
  try {
    const reply = await fetch(request.target, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      // A page that closes may still finish a small write.
      keepalive: document.hidden && Number((request.body as string | undefined)?.length) < 32_000,
      signal,
    });
    // The network may also fail after the headers arrived, while the body is read.
    return { status: reply.status, headers: reply.headers, blob: () => reply.blob().catch(lost) };
  } catch (error) {
    return lost(error);
  }
}

// Uses XMLHttpRequest, because fetch does not report upload progress.
function sendWithProgress(request: Request, onProgress: (share: number) => void): Promise<Reply> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open(request.method, request.target);
    call.responseType = 'blob';
    call.timeout = timeoutMs[request.wait];
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    call.onload = () => {
      const blob = blobOf(call.response);
      done({
        status: call.status,
        headers: { get: (name) => call.getResponseHeader(name) },
        blob: () => Promise.resolve(blob),
      });
    };
    call.onerror = () => fail(networkError());
    call.ontimeout = () => fail(timeoutError());
    call.onabort = () => fail(request.signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    call.onloadend = () => request.signal?.removeEventListener('abort', abort);
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    else call.send(request.body instanceof ReadableStream ? null : (request.body ?? null));
  });
}

const blobOf = (response: unknown): Blob => (response instanceof Blob ? response : new Blob());
