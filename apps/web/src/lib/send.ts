import { waitMs, type Wait } from '@anlan/contract/limits';
import { ApiError, unanswered, unreached } from './api-error.ts';
import { stays } from './leaving.ts';
import { isOwnPath } from './place.ts';
import { arrived, missed } from './connectivity.ts';

/** One request, ready to leave. */
export interface Request {
  method: 'GET' | 'POST';
  target: string;
  headers: Record<string, string>;
  body?: BodyInit | undefined;
  wait: Wait;
  signal?: AbortSignal | undefined;
  /** Share of the body that has gone, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** What came back, before anybody reads it. */
export interface Reply {
  status: number;
  headers: { get(name: string): string | null };
  blob(): Promise<Blob>;
}

/** Send and answer the reply; nothing within the time of its class is a network failure. */
export async function send(request: Request): Promise<Reply> {
  if (!isOwnPath(request.target)) throw new Error('only paths of our own are called');
  try {
    const reply = await (request.onProgress ? sendWithProgress(request, request.onProgress) : sendPlain(request));
    arrived();
    return reply;
  } catch (error) {
    if (error instanceof ApiError) {
      // What leaving the page breaks off is told to nobody.
      await stays();
      missed();
    }
    throw error;
  }
}

async function sendPlain(request: Request): Promise<Reply> {
  const limit = AbortSignal.timeout(waitMs[request.wait]);
  // Outside of what is taken for a loss: a function that a browser lacks is no fault of the network.
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  const lost = (error: unknown): never => {
    if (request.signal?.aborted) throw error;
    throw limit.aborted ? unanswered() : unreached();
  };
  try {
    const reply = await fetch(request.target, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      credentials: 'same-origin',
      signal,
    });
    // The network may go while an answer comes.
    return { status: reply.status, headers: reply.headers, blob: () => reply.blob().catch(lost) };
  } catch (error) {
    return lost(error);
  }
}

// fetch tells nothing of an upload's progress.
function sendWithProgress(request: Request, onProgress: (share: number) => void): Promise<Reply> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open(request.method, request.target);
    call.responseType = 'blob';
    call.timeout = waitMs[request.wait];
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
    call.onerror = () => fail(unreached());
    call.ontimeout = () => fail(unanswered());
    call.onabort = () => fail(request.signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    call.onloadend = () => request.signal?.removeEventListener('abort', abort);
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    else call.send(request.body instanceof ReadableStream ? null : (request.body ?? null));
  });
}

const blobOf = (response: unknown): Blob => (response instanceof Blob ? response : new Blob());
