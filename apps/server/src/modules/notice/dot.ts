import type { RedDot, RedDots } from '@anlan/contract/domain/red-dot';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';

/** Counts the rows that the default filter of an entry shows to the person of the transaction. */
export type Count = (tx: Tx) => Promise<number>;

/** What red dots depend on. */
export interface DotDeps {
  db: Db;
  /** What modules count; asked once all are open. */
  counts: () => Partial<Record<RedDot, Count>>;
}

const none: RedDots = {
  unAct: 0,
  unExp: 0,
  unNotice: 0,
  warningUnNotice: 0,
  systemUnNotice: 0,
  spotUnNotice: 0,
};

/** Opens the red dots; whose module does not exist yet is 0. */
export const createRedDots = ({ db, counts }: DotDeps) => ({
  redDot: (scope: Scope): Promise<RedDots> =>
    db.scoped(
      scope,
      async (tx) => {
        const found = { ...none };
        for (const name of Object.keys(none) as RedDot[]) found[name] = (await counts()[name]?.(tx)) ?? 0;
        return found;
      },
      { readOnly: true },
    ),
});
