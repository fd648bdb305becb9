import * as z from 'zod/mini';
import { unreached } from './api-error.ts';
import { chunkFailure } from './chunk-failure.ts';
import { recordThrown } from './error-log.ts';
import { stays } from './leaving.ts';
import { isAway, missed, reachable } from './connectivity.ts';
import { keep, recall } from './storage.ts';
import { wouldLose } from './unsaved.ts';

/** A part of the page may take so long to come (ER-06). */
const partWaitMs = 120_000;
/** The page is not loaded anew by itself twice within this time. */
const againMs = 60_000;

/** A part of the page that only a reload can bring: a new release has replaced it, or the browser has given it up. */
export class PartGone extends Error {
  constructor() {
    super(
      wouldLose()
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

// Drafts stand in the browser tab's storage and outlive it; what has no draft is waited for.
function reloadOnce(): boolean {
  const last = recall('session', 'reloadedAt', z.number()) ?? 0;
  if (wouldLose() || Date.now() - last < againMs) return false;
  keep('session', 'reloadedAt', Date.now());
  location.reload();
  return true;
}

/**
 * Fetch a part of the page. One that is gone because a new release stands on the server is answered by loading the page
 * anew, once a minute at most; without a network nothing is thrown away, and the failure says so.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // A browser asks for a part that failed no second time until the page is loaded anew: better not to ask in vain.
  if (isAway() && !(await reachable())) {
    missed();
    throw unreached();
  }
  try {
    return await inTime(load());
  } catch (error) {
    if (chunkFailure(error) === null) throw error;
    recordThrown('js', error);
  }
  await stays();
  if (!(await reachable())) {
    missed();
    throw unreached();
  }
  try {
    return await inTime(load());
  } catch (error) {
    if (chunkFailure(error) === null) throw error;
  }
  if (!reloadOnce()) throw new PartGone();
  // The page goes: nobody is to see it break first.
  return new Promise(() => undefined);
}

/**
 * Fetch a part ahead of its need; what does not come is asked for, and told of, when somebody needs it. Where nothing
 * would arrive it is not asked for: the browser would remember that it failed.
 */
export function fetchAhead<T>(load: () => Promise<T>): Promise<T> | undefined {
  if (isAway()) return undefined;
  const early = load();
  // Whether only this part is gone, or all of the network, is worth knowing before the next one is asked for.
  early.catch(() => stays().then(missed));
  return early;
}

/** Fetch a part that is asked for often: what has come is not fetched again, what failed is. */
export function fetchPartOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    (coming ??= fetchPart(load).catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}
