import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { touchAll, type Touch } from '../store.ts';

const togetherMs = 250;

/**
 * Notes who is at work. Whoever comes soon after another is noted together with all that do, and does not wait for it: of
 * thousands who learn, each is noted once a minute. One who is not noted is so with the next call of another minute, and
 * nobody is refused for it; it is reported.
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
    /** Waits until a session that was noted is written, so that whoever reads it finds that. */
    async settle(sessionId: string): Promise<void> {
      if (later?.touches.some((one) => one.sessionId === sessionId)) writeLater();
      await writing.get(sessionId);
    },
  };
}
