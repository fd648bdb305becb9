import type { TimelineKind, TimelinePiece } from '@anlan/contract/domain/enterprise-life';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { AuditRoom } from '../../../audit/index.ts';
import { shownHistory } from '../../rules.ts';
import type { Sight } from '../../sight/service.ts';
import { findRow } from '../../store.ts';
import { trailFilterOf, woven } from './rules.ts';
import { readChanges } from './store.ts';

interface Wanted {
  id: string;
  before?: string | undefined;
  size?: number | undefined;
  kind?: TimelineKind | undefined;
}

/** What happened to an enterprise, piece by piece. */
export const createTimeline = ({ db, audit }: { db: Db; audit: AuditRoom }, sight: Sight) => ({
  timeline: (scope: Scope, { id, before, size = 20, kind }: Wanted): Promise<TimelinePiece> =>
    db.scoped(
      scope,
      async (tx) => {
        await sight.visible(tx, id, findRow);
        const limit = Math.min(Math.max(size, 1), 100);
        const filter = trailFilterOf(kind);
        // One more than asked for tells whether there are older ones.
        const trail =
          filter === null
            ? []
            : await audit.trailOf(tx, 'enterprise', id, { room: 'enterprise', ...filter, before }, limit + 1);
        const wantsChanges = kind === undefined || kind === 'status' || kind === 'merge';
        const changes = wantsChanges ? await readChanges(tx, id, before, limit + 1) : [];
        const all = woven(trail, changes).filter(
          (entry) => kind === undefined || kind === 'files' || entry.kind === kind,
        );
        const entries = all.slice(0, limit);
        const last = entries.at(-1);
        return { entries: shownHistory(scope, entries), next: all.length > limit && last ? last.id : null };
      },
      { readOnly: true },
    ),
});
