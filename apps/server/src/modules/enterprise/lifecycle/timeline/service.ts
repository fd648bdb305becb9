import type { TimelineEntry, TimelineKind, TimelinePiece } from '@anlan/contract/modules/enterprise/lifecycle';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createWording, type WordingDeps } from '#kit/wording.ts';
import { enterpriseWording, type TrailFilter } from '../../../audit/index.ts';
import type { Needs } from '../../deps.ts';
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

export const createTimeline = (
  { db, audit, dictionaries }: Needs<'db' | 'audit' | 'dictionaries'>,
  referenceOf: WordingDeps['referenceOf'],
  visibility: Visibility,
) => {
  const wording = createWording({
    dictionaries,
    referenceOf,
    auditWordingOf: (type) => (type === 'enterprise' ? enterpriseWording : undefined),
  });
  /**
   * The newest audit entries and status changes, up to `limit`. The database applies all filters. An entry of the
   * other table is read by the same id.
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
          // Read one entry more than shown, to know whether older entries exist.
          const newestEntries = await newest(tx, wanted, limit + 1);
          const entries = newestEntries.slice(0, limit);
          const last = entries.at(-1);
          const shown = shownHistory(scope, entries);
          const wordedChanges = await wording.told(
            tx,
            shown.map(({ changes }) => ({ objectType: 'enterprise', objectId: null, changes })),
          );
          const worded = shown.map((entry, index): TimelineEntry => ({
            ...entry,
            changes: wordedChanges[index]?.changes ?? [],
          }));
          return { entries: worded, next: newestEntries.length > limit && last ? last.id : null };
        },
        { readOnly: true },
      ),
  };
};
