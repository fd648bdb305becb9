import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { findIssued } from './store.ts';

const most = 1_000;

/**
 * Checks whether this server issued a token or ticket. Requests that arrive during a query share the next query, so
 * forged tokens use one connection and cannot block real users (S68).
 */
export function createIssued({ db }: { db: Db }) {
  let line = new Map<string, PromiseWithResolvers<boolean>>();
  let asking = false;

  async function queryBatch(httpScope: Scope) {
    asking = true;
    while (line.size > 0) {
      const all = [...line];
      const now = all.slice(0, most);
      line = new Map(all.slice(most));
      try {
        const hashes = now.map(([hash]) => hash);
        const issuedHashes = new Set(await db.read(httpScope, (tx) => findIssued(tx, hashes)));
        for (const [hash, { resolve }] of now) resolve(issuedHashes.has(hash));
      } catch (error) {
        for (const [, { reject }] of now) reject(error);
      }
    }
    asking = false;
  }

  /** Whether the hash belongs to an issued token or ticket, including expired ones. */
  return function isGiven(httpScope: Scope, hash: string): Promise<boolean> {
    const mine = line.get(hash) ?? Promise.withResolvers<boolean>();
    line.set(hash, mine);
    if (!asking) void queryBatch(httpScope);
    return mine.promise;
  };
}
