import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { touchAll, type Touch } from '../store.ts';

const togetherMs = 250;

/**
 * Notes who is at work. Whoever comes soon after another is noted together with all that do, and does not wait for it: of
 * thousands who learn, each is noted once a minute. One who is not noted is so with the next call of another minute.
 */
export function createTouches(db: Db) {
  let later: { wall: Scope; touches: Touch[] } | null = null;
  const write = (wall: Scope, touches: readonly Touch[]) => db.scoped(wall, (tx) => touchAll(tx, touches));

  return async function touched(wall: Scope, one: Touch): Promise<void> {
    if (later !== null) {
      later.touches.push(one);
      return;
    }
    const own = { wall, touches: [] };
    later = own;
    setTimeout(() => {
      later = null;
      if (own.touches.length > 0) void write(wall, own.touches).catch(() => {});
    }, togetherMs).unref();
    await write(wall, [one]);
  };
}
