import type { DuplicateKind, DuplicateReason } from '@anlan/contract/modules/enterprise/merge';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseFieldNames } from '../present.ts';
import type { EnterpriseRow } from '../store.ts';
import type { FoundGroup } from './store.ts';

/** Several reasons for the same enterprises are one group. */
export interface Group {
  key: string;
  kinds: DuplicateKind[];
  count: number;
  ids: string[];
}

/** Groups of the same enterprises as one, in the order in which they were found. */
export function joined(found: readonly FoundGroup[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { kind, count, ids } of found) {
    const key = `${ids[0] ?? ''}-${ids.length}-${ids.at(-1) ?? ''}`;
    const known = groups.get(key);
    if (known && known.count === count && known.ids.join() === ids.join()) known.kinds.push(kind);
    else groups.set(known ? `${key}-${kind}` : key, { key: known ? `${key}-${kind}` : key, kinds: [kind], count, ids });
  }
  return [...groups.values()];
}

/** What a person is told about why they may be one. */
export const reasonsOf = (kinds: readonly DuplicateKind[], names: readonly string[]): DuplicateReason[] =>
  kinds.map((kind) => {
    if (kind === 'people') return 'samePeople';
    if (kind === 'place') return 'samePlace';
    return new Set(names).size === 1 ? 'sameName' : 'similarName';
  });

const atWork = new Set<EnterpriseStatus>(['active', 'suspended']);
/** Why two files cannot become one, or null. */
export function mergeProblem(keep: { id: string; status: EnterpriseStatus }, drop: typeof keep): string | null {
  if (keep.id === drop.id) return '不能把企业与它自己合并';
  if (keep.status === 'closed' || drop.status === 'closed') return '已注销的企业不能合并';
  if (atWork.has(drop.status) && !atWork.has(keep.status)) return '请保留已启用的那一家，再合并另一家';
  return null;
}

/** The earlier of two moments, as far as there are any: staff of either have signed in since. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The street as one file has it, code and name together; one that lies outside the region is let go. */
function streetOf(keep: EnterpriseRow, drop: EnterpriseRow, chosen: Readonly<Record<string, 'keep' | 'drop'>>) {
  const region = (chosen['regionCode'] === 'drop' ? drop : keep).region_code;
  const { town, town_code: townCode } = chosen['townCode'] === 'drop' || chosen['town'] === 'drop' ? drop : keep;
  return townCode === null || townCode.startsWith(region) ? { town, townCode } : { town: null, townCode: null };
}

// Not taken one by one: a street goes with its region, and an upper enterprise may be one of the two.
const together = new Set<string>(['town', 'townCode', 'parentId']);

/** What stands above the file that stays; neither of the two does. */
export function parentAfter(
  { keep, drop }: { keep: EnterpriseRow; drop: EnterpriseRow },
  chosen: Readonly<Record<string, 'keep' | 'drop'>>,
): string | null {
  const parentId = chosen['parentId'] === 'drop' ? drop.parent_id : keep.parent_id;
  return parentId === keep.id || parentId === drop.id ? null : parentId;
}

/** The fields that come from the file that is closed; phones are given whole. */
export function takenOver(
  kept: Readonly<Record<string, unknown>>,
  dropped: Readonly<Record<string, unknown>>,
  { keep, drop }: { keep: EnterpriseRow; drop: EnterpriseRow },
  chosen: Readonly<Record<string, 'keep' | 'drop'>>,
) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [field] of enterpriseFieldNames) {
    if (chosen[field] !== 'drop' || together.has(field)) continue;
    before[field] = kept[field];
    after[field] = dropped[field];
  }
  const was = { town: keep.town, townCode: keep.town_code };
  const street = streetOf(keep, drop, chosen);
  if (street.town !== was.town || street.townCode !== was.townCode) {
    Object.assign(before, was);
    Object.assign(after, street);
  }
  const parentId = parentAfter({ keep, drop }, chosen);
  if (parentId !== keep.parent_id) {
    before['parentId'] = keep.parent_id;
    after['parentId'] = parentId;
  }
  return { before, after };
}

const known = new Set<string>(enterpriseFieldNames.map(([field]) => field));
/** The first name that is no field of the file, or undefined. */
export const unknownField = (chosen: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(chosen).find((field) => !known.has(field));
