import {
  expiryDates,
  type EnterpriseAbility,
  type EnterpriseFields,
  type ExpiryDates,
  type ExpiryItem,
} from '@anlan/contract/modules/enterprise/enterprise';
import {
  isTakenUp,
  type EnterpriseColor,
  type EnterpriseSize,
  type EnterpriseStatus,
  type StandardLevel,
} from '@anlan/contract/modules/enterprise/codes';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { addDays, dayBegins, dayEnds, daysBetween } from '@anlan/contract/domain/instant';
import { dayOf } from '@anlan/contract/domain/instant';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { stepsOpen, type Standing } from './lifecycle/rules.ts';

/** Phones: whole for those who keep the enterprise's own file, masked for everybody else (decisions 16). */
export const classified = ['legalPhone', 'headPhone', 'safetyHeadPhone', 'safetyManagerPhone'] as const;
/** One of them. */
export type ClassifiedField = (typeof classified)[number];

/** Whether the caller sees classified fields of an enterprise whole. */
export const seesWhole = (scope: Scope, enterpriseId: string): boolean =>
  scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId && scope.permits.has('bus:enterprise:edit');

/** A value equal to its mask was never changed: it is dropped from what comes in. */
export function withoutMasks<F extends Partial<EnterpriseFields>>(fields: F): F {
  const kept = { ...fields };
  for (const name of classified) {
    const value = kept[name];
    if (typeof value === 'string' && isMaskedPhone(value)) delete kept[name];
  }
  return kept;
}

const open: readonly EnterpriseStatus[] = ['draft', 'rejected', 'underReview', 'active', 'suspended'];
/** States in which a file may be removed; others are to be closed 注销. */
export const isRemovable = (status: EnterpriseStatus): boolean => status === 'draft' || status === 'rejected';
/** Whether a file may be changed at all; a closed one is read-only. */
export const isEditable = (status: EnterpriseStatus): boolean => open.includes(status);

/** What the caller may do with a row. */
export function abilitiesOf(scope: Scope, row: Standing): EnterpriseAbility[] {
  const abilities: EnterpriseAbility[] = [];
  const { permits } = scope;
  if (permits.has('bus:enterprise:edit') && isEditable(row.status)) abilities.push('update');
  if (permits.has('bus:enterprise:del') && isRemovable(row.status)) abilities.push('remove');
  if (permits.has('bus:enterprise:logo') && scope.enterpriseId === row.id) abilities.push('logo');
  if (permits.has('bus:enterprise:audit') && isEditable(row.status)) abilities.push('transfer');
  // Approval makes an account and a merge binds people: on a visit the call table refuses them, and every other step (S94).
  if (scope.impersonatedFrom !== null) return abilities;
  if (permits.has('bus:enterprise:audit') && isEditable(row.status)) abilities.push('merge');
  return [...abilities, ...stepsOpen(scope, row)];
}

/** Whether a removal can still be undone by the one who removed. */
export const isUndoable = (removedAt: Date, now: Date): boolean =>
  now.getTime() - removedAt.getTime() <= limits.undoSeconds * 1000;

/** The dates of a file that run out by a day, soonest first. */
export function expiringItems(
  file: ExpiryDates,
  today: string,
  untilOn: string,
): { item: ExpiryItem; on: string; leftDays: number }[] {
  return expiryDates(file)
    .filter(({ on }) => on <= untilOn)
    .map(({ item, on }) => ({ item, on, leftDays: daysBetween(today, on) }));
}

/** Labels (重点监管 and the like) are the authority's remarks: the enterprise's own staff never learn of them. */
export const seesLabels = (scope: Scope): boolean => scope.userType !== 'enterprise';

/** Fields whose changes alone are nothing for the caller to read: to be left out where a piece of a history is cut. */
export const hiddenFrom = (scope: Scope): { hiddenFields?: string[] } =>
  seesLabels(scope) ? {} : { hiddenFields: ['labels'] };

/** What a caller may read of an enterprise's history: without changes of the labels for its own staff. */
export function shownHistory<E extends { changes: readonly { field: string }[] }>(
  scope: Scope,
  entries: readonly E[],
): E[] {
  if (seesLabels(scope)) return [...entries];
  return entries.flatMap((entry) => {
    const changes = entry.changes.filter(({ field }) => field !== 'labels');
    return changes.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes }];
  });
}

/** An enterprise was founded before today. */
export function demandPast({ establishedOn }: { establishedOn?: string | null | undefined }, now: Date): void {
  if (establishedOn && establishedOn > dayOf(now))
    throw invalid({ field: 'establishedOn', msg: '成立日期不能晚于今天' });
}

/** A visitor of the platform changes no phone: whoever is called or sent messages there might be let in later (S94). */
export function demandPhonesKept(scope: Scope, changes: readonly { field: string }[]): void {
  const phone = classified.find((name) => changes.some(({ field }) => field === name));
  if (scope.impersonatedFrom !== null && phone !== undefined)
    throw invalid({ field: phone, msg: '以平台身份进入，不能修改企业人员的电话，请由该单位或企业的人员修改' });
}

const authoritysOwn = new Set(['officerId', 'authorityId', 'supervisionKind', 'labels']);
const whereItLies: Readonly<Record<string, string>> = {
  regionCode: '区划迁移由监管部门办理，本企业不能修改',
  townCode: '所在街道网格由监管部门填写，本企业不能修改',
};
/** Who supervises an enterprise is the authority's to say, not the enterprise's; once it is taken up, where it lies decides that. */
export function demandOwnFields(scope: Scope, changes: readonly { field: string }[], status: EnterpriseStatus): void {
  if (scope.userType !== 'enterprise') return;
  if (!isRemovable(status))
    for (const { field } of changes) {
      const msg = whereItLies[field];
      if (msg !== undefined) throw invalid({ field, msg });
    }
  const [foreign] = changes.filter(({ field }) => authoritysOwn.has(field));
  if (foreign) throw invalid({ field: foreign.field, msg: '由监管部门填写，本企业不能修改' });
}

/** Once a file is taken up, a transfer moves it, which says why and stands on the timeline; a change in passing does neither. */
export function demandRegionKept(changes: readonly { field: string }[], status: EnterpriseStatus): void {
  if (isTakenUp(status) && changes.some(({ field }) => field === 'regionCode'))
    throw invalid({ field: 'regionCode', msg: '已启用企业的行政区划不能直接修改，请通过“区划迁移”办理并写明原因' });
}

/** Number of an enterprise: prefix, day of entry, and its place among the tenant's entries of that day. */
export const enterpriseCodeOf = (day: string, place: number): string =>
  `QY${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`;

/** What a list is narrowed by, in clean words. */
export interface EnterpriseFilter {
  keyword?: string | undefined;
  name?: string | undefined;
  creditCode?: string | undefined;
  regionCode?: string[] | undefined;
  industryCode?: string[] | undefined;
  supervisionKind?: string[] | undefined;
  enterpriseSize?: EnterpriseSize[] | undefined;
  status?: EnterpriseStatus[] | undefined;
  color?: EnterpriseColor[] | undefined;
  standardGrade?: StandardLevel[] | undefined;
  hazardFeature?: string[] | undefined;
  label?: string[] | undefined;
  officerId?: string | undefined;
  /** Last day that still counts as running out. */
  expiringOn?: string | undefined;
  /** Exactly this region. */
  regionOnly?: string | undefined;
  /** Made active at this moment or later. */
  activatedSince?: Date | undefined;
  /** Made active before this moment. */
  activatedBefore?: Date | undefined;
  perfect?: boolean | undefined;
  signedIn?: boolean | undefined;
  /** Has a point on the map. */
  located?: boolean | undefined;
  /** Made active by a decision, or at once with an import. */
  activatedBy?: 'decision' | 'import' | undefined;
}

/** The list's filter as people send it. */
export type ListFilter = Omit<EnterpriseFilter, 'expiringOn' | 'activatedSince' | 'activatedBefore'> & {
  expiring?: number | undefined;
  activatedFrom?: string | undefined;
  activatedTo?: string | undefined;
};

/** The filter with its days counted from today. */
export const narrowFilter = (
  { expiring, activatedFrom, activatedTo, ...filter }: ListFilter,
  today: string,
): EnterpriseFilter => ({
  ...filter,
  ...(expiring === undefined ? {} : { expiringOn: addDays(today, Math.min(expiring, 36_500)) }),
  ...(activatedFrom === undefined ? {} : { activatedSince: dayBegins(activatedFrom) }),
  ...(activatedTo === undefined ? {} : { activatedBefore: dayEnds(activatedTo) }),
});
