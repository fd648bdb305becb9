import type { TimelineEntry, TimelineKind, TimelinePiece } from '@anlan/contract/modules/enterprise/lifecycle';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { createWording, type WordingDeps } from '#kit/wording.ts';
import { spokenEnterprise, type AuditModule, type TrailFilter } from '../../../audit/index.ts';
import { hiddenFrom, shownHistory } from '../../rules.ts';
import type { Visibility } from '../../visibility.ts';
import { findRow } from '../../store.ts';
import { trailFilterOf, woven, type Woven } from './rules.ts';
import { readChanges } from './store.ts';

interface Wanted {
  id: string;
  before?: string | undefined;
  kind?: TimelineKind | undefined;
}

/** What happened to an enterprise, piece by piece. */
export const createTimeline = (
  { db, audit, words }: { db: Db; audit: AuditModule; words: Omit<WordingDeps, 'spokenOf'> },
  visibility: Visibility,
) => {
  const wording = createWording({
    ...words,
    spokenOf: (type) => (type === 'enterprise' ? spokenEnterprise : undefined),
  });
  /**
   * The newest entries of both trails, at most so many and never fewer where there are as many: all that narrows them is
   * said to the database, and what is missing of an entry is read by its id.
   */
  async function newest(tx: Tx, { id, kind, before }: Wanted, limit: number): Promise<Woven[]> {
    const trailOf = (filter: TrailFilter) =>
      audit.trailOf(tx, 'enterprise', id, { module: 'enterprise', ...hiddenFrom(tx.scope), ...filter }, limit);
    if (kind === 'status') {
      const changes = await readChanges(tx, id, { before, exceptMerged: true }, limit);
      return woven(await trailOf({ ids: changes.map((change) => change.id) }), changes, { id, kind });
    }
    const trail = await trailOf({ ...trailFilterOf(kind), before });
    const wanted = kind === undefined ? { before, exceptImported: true } : { ids: trail.map((entry) => entry.id) };
    return woven(trail, await readChanges(tx, id, wanted, limit), { id }).slice(0, limit);
  }

  return {
    timeline: (
      scope: Scope,
      { size = 20, ...wanted }: Wanted & { size?: number | undefined },
    ): Promise<TimelinePiece> =>
      db.scoped(
        scope,
        async (tx) => {
          await visibility.visible(tx, wanted.id, findRow);
          const limit = Math.min(Math.max(size, 1), 100);
          // One more than asked for tells whether there are older ones.
          const found = await newest(tx, wanted, limit + 1);
          const entries = found.slice(0, limit);
          const last = entries.at(-1);
          const shown = shownHistory(scope, entries);
          const told = await wording.told(
            tx,
            shown.map(({ changes }) => ({ objectType: 'enterprise', objectId: null, changes })),
          );
          const worded = shown.map((entry, index): TimelineEntry => ({
            ...entry,
            changes: told[index]?.changes ?? [],
          }));
          return { entries: worded, next: found.length > limit && last ? last.id : null };
        },
        { readOnly: true },
      ),
  };
};
