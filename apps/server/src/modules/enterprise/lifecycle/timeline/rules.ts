import type { Change } from '@anlan/contract/domain/change';
import type { TimelineEntry, TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import type { TrailEntry, TrailFilter } from '../../../audit/index.ts';
import { edges } from '../rules.ts';
import type { StatusChange } from './store.ts';

/** An entry before its changes are put in words. */
export type Woven = Omit<TimelineEntry, 'changes'> & { changes: readonly Change[] };

const stepCalls = Object.keys(edges).map((step) => `enterprise.${step}`);
const mergeCalls = ['enterprise.merge', 'enterprise.absorb'];
const transferCall = 'enterprise.transfer';
/** How a file comes in: what it held then is told with the state it came in with. */
const entryCalls = ['enterprise.create', 'enterprise.apply'];
/** What wrote the first state of an enterprise under the enterprise's own id. */
const importCall = 'enterprise.import';
/** Fields that hold files. */
const fileFields = ['licence', 'logoUrl'];

/** What of the audit trail belongs to a kind. */
export function trailFilterOf(kind: Exclude<TimelineKind, 'status'> | undefined): TrailFilter {
  switch (kind) {
    case undefined:
      return {};
    case 'merge':
      return { calls: mergeCalls };
    case 'transfer':
      return { calls: [transferCall] };
    case 'files':
      return { fields: fileFields };
    case 'fields':
      return { exceptCalls: [...stepCalls, ...mergeCalls, transferCall], exceptOnlyFields: fileFields };
  }
}

/** What an entry is about. */
function kindOf(call: string, changes: readonly { field: string }[], isStatus: boolean): TimelineKind {
  if (mergeCalls.includes(call)) return 'merge';
  if (call === transferCall) return 'transfer';
  if (isStatus || stepCalls.includes(call)) return 'status';
  const isFile = ({ field }: { field: string }) => fileFields.includes(field);
  return changes.length > 0 && changes.every(isFile) ? 'files' : 'fields';
}

/** Both trails of an enterprise as one, newest first; what has one id is one entry. */
export function woven(
  trail: readonly TrailEntry[],
  changes: readonly StatusChange[],
  of: { id: string; kind?: TimelineKind },
): Woven[] {
  const byId = new Map<string, { trail?: TrailEntry; change?: StatusChange }>();
  for (const entry of trail) byId.set(entry.id, { trail: entry });
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), change });
  return [...byId]
    .map(([id, { trail: done, change }]): Woven => {
      const call = done?.call ?? (id === of.id ? importCall : '');
      const fields = done?.changes ?? [];
      return {
        id,
        kind: of.kind ?? kindOf(call, fields, change !== undefined && !entryCalls.includes(call)),
        call,
        at: change?.at ?? done?.at ?? new Date(0),
        byName: done?.byName ?? (change && change.by_id !== null ? change.by_name : null),
        from: change?.from_status ?? null,
        to: change?.to_status ?? null,
        note: change?.note ?? done?.note ?? null,
        details: change && typeof change.details !== 'string' ? change.details : {},
        changes: change ? fields.filter(({ field }) => field !== 'status') : fields,
        files: change?.files ?? [],
      };
    })
    .sort((one, other) => (one.id < other.id ? 1 : -1));
}
