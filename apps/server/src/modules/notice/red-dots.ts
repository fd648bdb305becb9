import type { RedDot, RedDots } from '@anlan/contract/domain/red-dot';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';

/** Count behind a red dot: the rows that the menu entry's list shows with its default filter. */
export type Count = (tx: Tx) => Promise<number>;

export interface DotDeps {
  db: Db;
  /** The count of each red dot. Called after all modules are open. */
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

/** Counts the red dots of the caller. A dot without a module is 0. */
export const createRedDots = ({ db, counts }: DotDeps) => ({
  redDot: (scope: Scope): Promise<RedDots> =>
    db.scoped(
      scope,
      async (tx) => {
        const dotCounts = { ...none };
        for (const name of Object.keys(none) as RedDot[]) dotCounts[name] = (await counts()[name]?.(tx)) ?? 0;
        return dotCounts;
      },
      { readOnly: true },
    ),
});
