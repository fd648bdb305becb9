import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { touchAll, type Touch } from '../store.ts';

const togetherMs = 250;

/**
 * Records session activity in batches: once a minute, all sessions are written together in the background. A failed
 * write is reported and written again after a minute; no request fails because of it.
 */
export function createTouches(db: Db, report: (error: unknown) => void) {
  let later: { http: Scope; touches: Touch[] } | null = null;
  const writing = new Map<string, Promise<void>>();
  function write(httpScope: Scope, touches: readonly Touch[]): Promise<void> {
    const ids = touches.map(({ sessionId }) => sessionId);
    const written = db
      .scoped(httpScope, (tx) => touchAll(tx, touches))
      .catch(report)
      .finally(() => {
        for (const id of ids) if (writing.get(id) === written) writing.delete(id);
      });
    for (const id of ids) writing.set(id, written);
    return written;
  }
  function writeLater() {
    const own = later;
    later = null;
    if (own !== null && own.touches.length > 0) void write(own.http, own.touches);
  }

  return {
    async note(httpScope: Scope, one: Touch): Promise<void> {
      if (later !== null) {
        later.touches.push(one);
        return;
      }
      const own = { http: httpScope, touches: [] };
      later = own;
      setTimeout(() => {
        if (later === own) writeLater();
      }, togetherMs).unref();
      await write(httpScope, [one]);
    },
    /** Waits until the pending activity of a session is written, so that a following read sees it. */
    async settle(sessionId: string): Promise<void> {
      if (later?.touches.some((one) => one.sessionId === sessionId)) writeLater();
      await writing.get(sessionId);
    },
  };
}
