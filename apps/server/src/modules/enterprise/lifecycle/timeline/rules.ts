import type { Change } from '@anlan/contract/domain/field-change';
import type { TimelineEntry, TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import type { TrailEntry, TrailFilter } from '../../../audit/index.ts';
import { edges } from '../rules.ts';
import type { StatusChange } from './store.ts';

export type Woven = Omit<TimelineEntry, 'changes'> & { changes: readonly Change[] };

const stepCalls = Object.keys(edges).map((step) => `enterprise.${step}`);
const mergeCalls = ['enterprise.merge', 'enterprise.absorb'];
const transferCall = 'enterprise.transfer';
/** Calls that create an enterprise. The timeline shows them together with the first state. */
const entryCalls = ['enterprise.create', 'enterprise.apply'];
/** The call of an import, whose first status change has the id of the enterprise. */
const importCall = 'enterprise.import';
const fileFields = ['licence', 'logoUrl'];

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

function kindOf(call: string, changes: readonly { field: string }[], isStatus: boolean): TimelineKind {
  if (mergeCalls.includes(call)) return 'merge';
  if (call === transferCall) return 'transfer';
  if (isStatus || stepCalls.includes(call)) return 'status';
  const isFile = ({ field }: { field: string }) => fileFields.includes(field);
  return changes.length > 0 && changes.every(isFile) ? 'files' : 'fields';
}

/**
 * Merges audit entries and status changes, newest first. An audit entry and a status change with the same id become
 * one entry.
 */
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
