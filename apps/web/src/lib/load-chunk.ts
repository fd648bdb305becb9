import * as z from 'zod/mini';
import { networkError } from './api-error.ts';
import { chunkFailure } from './chunk-failure.ts';
import { recordThrown } from './error-log.ts';
import { waitWhileLeaving } from './page-unload.ts';
import { isAway, reportNoAnswer, reachable } from './connectivity.ts';
import { saveItem, loadItem } from './storage.ts';
import { hasUnsavedInput } from './unsaved.ts';

/** The timeout of a chunk load in milliseconds (ER-06). */
const partWaitMs = 120_000;
/** The minimum time between two automatic page reloads, in milliseconds. */
const againMs = 60_000;

/**
 * Error for a chunk that loads only after a page reload: a new release replaced it, or the browser caches the failed
 * load.
 */
export class ChunkGone extends Error {
  constructor() {
    super(
      hasUnsavedInput()
        ? '页面资源加载失败，可能刚刚发布了新版本，请先保存填写的内容，再重新载入页面'
        : '页面资源加载失败，可能刚刚发布了新版本，请重新载入页面',
    );
    this.name = 'ChunkLoadError';
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      const error = new Error(`nothing came within ${partWaitMs / 1000} s`);
      error.name = 'ChunkLoadError';
      fail(error);
    }, partWaitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// A reload loses only input without a draft, because drafts are in sessionStorage. So such input prevents the automatic
// reload.
function reloadOnce(): boolean {
  const last = loadItem('session', 'reloadedAt', z.number()) ?? 0;
  if (hasUnsavedInput() || Date.now() - last < againMs) return false;
  saveItem('session', 'reloadedAt', Date.now());
  location.reload();
  return true;
}

/**
 * Loads a chunk. When a new release removed it, reloads the page, at most once a minute. Without a network it throws
 * and discards nothing.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // A browser does not retry a failed import until the page reloads. So ask the server first whether it is reachable.
  if (isAway() && !(await reachable())) {
    reportNoAnswer();
    throw networkError();
  }
  try {
    return await inTime(load());
  } catch (error) {
    if (chunkFailure(error) === null) throw error;
    recordThrown('js', error);
  }
  await waitWhileLeaving();
  if (!(await reachable())) {
    reportNoAnswer();
    throw networkError();
  }
  try {
    return await inTime(load());
  } catch (error) {
    if (chunkFailure(error) === null) throw error;
  }
  if (!reloadOnce()) throw new ChunkGone();
  // The page is about to reload: the promise never resolves, so no error appears.
  return new Promise(() => undefined);
}

/**
 * Prefetches a chunk. An error appears only when the chunk is used. Does nothing without a network, because the browser
 * caches a failed import.
 */
export function prefetchPart<T>(load: () => Promise<T>): Promise<T> | undefined {
  if (isAway()) return undefined;
  const early = load();
  // After a failure, checks whether the network is down, before another chunk is loaded.
  early.catch(() => waitWhileLeaving().then(reportNoAnswer));
  return early;
}

export function fetchPartOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    (coming ??= fetchPart(load).catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}
