import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { givenAmong } from './store.ts';

const most = 1_000;

/**
 * Tells tokens and tickets that we gave from made-up ones. What comes while one question is under way is asked together in
 * the next: however many a stranger makes up, they hold one connection, and nobody with a token of ours is refused for them
 * (S68).
 */
export function createIssued({ db }: { db: Db }) {
  let line = new Map<string, PromiseWithResolvers<boolean>>();
  let asking = false;

  async function askForAll(httpScope: Scope) {
    asking = true;
    while (line.size > 0) {
      const all = [...line];
      const now = all.slice(0, most);
      line = new Map(all.slice(most));
      try {
        const hashes = now.map(([hash]) => hash);
        const found = new Set(await db.scoped(httpScope, (tx) => givenAmong(tx, hashes), { readOnly: true }));
        for (const [hash, { resolve }] of now) resolve(found.has(hash));
      } catch (error) {
        for (const [, { reject }] of now) reject(error);
      }
    }
    asking = false;
  }

  /** Whether a hash is that of a token or ticket of ours, be it over. */
  return function isGiven(httpScope: Scope, hash: string): Promise<boolean> {
    const mine = line.get(hash) ?? Promise.withResolvers<boolean>();
    line.set(hash, mine);
    if (!asking) void askForAll(httpScope);
    return mine.promise;
  };
}
