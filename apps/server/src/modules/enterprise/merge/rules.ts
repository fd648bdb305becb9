import type { DuplicateKind, DuplicateReason } from '@anlan/contract/modules/enterprise/merge';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseFieldNames } from '../present.ts';
import type { EnterpriseRow } from '../store.ts';
import type { FoundGroup } from './store.ts';

/** A group of possible duplicates. If several reasons name the same enterprises, they form one group. */
export interface Group {
  key: string;
  kinds: DuplicateKind[];
  count: number;
  ids: string[];
}

export function mergeGroups(rawGroups: readonly FoundGroup[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { kind, count, ids } of rawGroups) {
    const key = `${ids[0] ?? ''}-${ids.length}-${ids.at(-1) ?? ''}`;
    const existingGroup = groups.get(key);
    if (existingGroup && existingGroup.count === count && existingGroup.ids.join() === ids.join())
      existingGroup.kinds.push(kind);
    else
      groups.set(existingGroup ? `${key}-${kind}` : key, {
        key: existingGroup ? `${key}-${kind}` : key,
        kinds: [kind],
        count,
        ids,
      });
  }
  return [...groups.values()];
}

export const reasonsOf = (kinds: readonly DuplicateKind[], names: readonly string[]): DuplicateReason[] =>
  kinds.map((kind) => {
    if (kind === 'people') return 'samePeople';
    if (kind === 'place') return 'samePlace';
    return new Set(names).size === 1 ? 'sameName' : 'similarName';
  });

const atWork = new Set<EnterpriseStatus>(['active', 'suspended']);
export function mergeProblem(keep: { id: string; status: EnterpriseStatus }, drop: typeof keep): string | null {
  if (keep.id === drop.id) return '不能把企业与它自己合并';
  if (keep.status === 'closed' || drop.status === 'closed') return '已注销的企业不能合并';
  if (atWork.has(drop.status) && !atWork.has(keep.status)) return '请保留已启用的那一家，再合并另一家';
  return null;
}

/** The earlier of two times. If one time is null, returns the other. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Street code and name of the enterprise whose street was selected; none if it lies outside the region. */
function streetOf(keep: EnterpriseRow, drop: EnterpriseRow, selection: Readonly<Record<string, 'keep' | 'drop'>>) {
  const region = (selection['regionCode'] === 'drop' ? drop : keep).region_code;
  const { town, town_code: townCode } = selection['townCode'] === 'drop' || selection['town'] === 'drop' ? drop : keep;
  return townCode === null || townCode.startsWith(region) ? { town, townCode } : { town: null, townCode: null };
}

// These fields cannot be selected one by one: a street belongs to its region, and the parent may be one of the two
// enterprises.
const together = new Set<string>(['town', 'townCode', 'parentId']);

/** The parent of the remaining enterprise after a merge. It is never one of the two merged enterprises. */
export function parentAfter(
  { keep, drop }: { keep: EnterpriseRow; drop: EnterpriseRow },
  selection: Readonly<Record<string, 'keep' | 'drop'>>,
): string | null {
  const parentId = selection['parentId'] === 'drop' ? drop.parent_id : keep.parent_id;
  return parentId === keep.id || parentId === drop.id ? null : parentId;
}

/** Fields that the remaining enterprise takes from the closed one. Phones are unmasked. */
export function takenOver(
  dropped: Readonly<Record<string, unknown>>,
  { keep, drop }: { keep: EnterpriseRow; drop: EnterpriseRow },
  selection: Readonly<Record<string, 'keep' | 'drop'>>,
): Record<string, unknown> {
  const parentId = parentAfter({ keep, drop }, selection);
  const street = streetOf(keep, drop, selection);
  const isOtherStreet = street.town !== keep.town || street.townCode !== keep.town_code;
  return {
    ...Object.fromEntries(
      enterpriseFieldNames.flatMap(([field]) =>
        selection[field] !== 'drop' || together.has(field) ? [] : [[field, dropped[field]]],
      ),
    ),
    ...(isOtherStreet ? street : {}),
    ...(parentId === keep.parent_id ? {} : { parentId }),
  };
}

const fieldNames = new Set<string>(enterpriseFieldNames.map(([field]) => field));
export const unknownField = (selection: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(selection).find((field) => !fieldNames.has(field));
