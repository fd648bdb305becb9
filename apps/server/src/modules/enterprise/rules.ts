import type * as z from 'zod/mini';
import {
  expiryDates,
  type EnterpriseAbility,
  type EnterpriseFields,
  type ExpiryDates,
  type ExpiryItem,
} from '@anlan/contract/modules/enterprise/enterprise';
import type { enterpriseFilter } from '@anlan/contract/modules/enterprise/filter';
import { isSupervised, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { addDays, dayOf, daysBetween, endOfDay, startOfDay } from '@anlan/contract/domain/instant';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { stepsOpen, type LifecycleFacts } from './lifecycle/rules.ts';

/** Phone fields. Users who edit their own enterprise see them unmasked; all others see masks. */
export const classified = ['legalPhone', 'headPhone', 'safetyHeadPhone', 'safetyManagerPhone'] as const;
export type ClassifiedField = (typeof classified)[number];

export const seesWhole = (scope: Scope, enterpriseId: string): boolean =>
  scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId && scope.permits.has('bus:enterprise:edit');

/** Drops phone values that equal their mask, because the user did not edit them. */
export function withoutMasks<F extends Partial<EnterpriseFields>>(fields: F): F {
  const unmasked = { ...fields };
  for (const name of classified) {
    const value = unmasked[name];
    if (typeof value === 'string' && isMaskedPhone(value)) delete unmasked[name];
  }
  return unmasked;
}

const open: readonly EnterpriseStatus[] = ['draft', 'rejected', 'underReview', 'active', 'suspended'];
/** Whether an enterprise can be removed. In other states it can only be closed (注销). */
export const isRemovable = (status: EnterpriseStatus): boolean => status === 'draft' || status === 'rejected';
/** Whether an enterprise can be edited: unless it is closed. */
export const isEditable = (status: EnterpriseStatus): boolean => open.includes(status);

export function abilitiesOf(scope: Scope, row: LifecycleFacts): EnterpriseAbility[] {
  const abilities: EnterpriseAbility[] = [];
  const { permits } = scope;
  if (permits.has('bus:enterprise:edit') && isEditable(row.status)) abilities.push('update');
  if (permits.has('bus:enterprise:del') && isRemovable(row.status)) abilities.push('remove');
  if (permits.has('bus:enterprise:logo') && scope.enterpriseId === row.id) abilities.push('logo');
  if (permits.has('bus:enterprise:audit') && isEditable(row.status)) abilities.push('transfer');
  // Return before these abilities: during impersonation, the calls are refused, because an approval creates an account
  // and a merge binds users (S94).
  if (scope.impersonatedFrom !== null) return abilities;
  if (permits.has('bus:enterprise:audit') && isEditable(row.status)) abilities.push('merge');
  return [...abilities, ...stepsOpen(scope, row)];
}

/** Whether a removal can still be undone: only for a limited time. */
export const isUndoable = (removedAt: Date, now: Date): boolean =>
  now.getTime() - removedAt.getTime() <= limits.undoSeconds * 1000;

/** Expiring items of an enterprise, soonest first. */
export function expiringItems(
  file: ExpiryDates,
  today: string,
  untilOn: string,
): { item: ExpiryItem; on: string; leftDays: number }[] {
  return expiryDates(file)
    .filter(({ on }) => on <= untilOn)
    .map(({ item, on }) => ({ item, on, leftDays: daysBetween(today, on) }));
}

/**
 * Whether the user may see labels (重点监管 and others). Labels are notes of the authority, which enterprise staff
 * must not see.
 */
export const seesLabels = (scope: Scope): boolean => scope.userType !== 'enterprise';

/** Fields hidden from the caller. History entries that changed only these are left out. */
export const hiddenFrom = (scope: Scope): { hiddenFields?: string[] } =>
  seesLabels(scope) ? {} : { hiddenFields: ['labels'] };

/** The history as shown to the caller: without label changes for enterprise staff. */
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

export function demandPast({ establishedOn }: { establishedOn?: string | null | undefined }, now: Date): void {
  if (establishedOn && establishedOn > dayOf(now))
    throw invalid({ field: 'establishedOn', msg: '成立日期不能晚于今天' });
}

/** Throws if a platform user changes phones during impersonation, because a phone can give access later (S94). */
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
/** The enterprise cannot choose its authority; after activation its region decides. */
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

/** After activation the region changes only by a transfer, which has a reason and a timeline entry. */
export function demandRegionKept(changes: readonly { field: string }[], status: EnterpriseStatus): void {
  if (isSupervised(status) && changes.some(({ field }) => field === 'regionCode'))
    throw invalid({ field: 'regionCode', msg: '已启用企业的行政区划不能直接修改，请通过“区划迁移”办理并写明原因' });
}

/** Number of an enterprise: prefix, day, and running number within the day of the tenant. */
export const enterpriseCodeOf = (day: string, place: number): string =>
  `QY${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`;

/** Filter of the list as the call decodes it. */
export type ListFilter = z.output<z.ZodMiniObject<typeof enterpriseFilter>>;
/** The list filter with dates instead of days relative to today. */
export type EnterpriseFilter = Omit<ListFilter, 'expiring' | 'activatedFrom' | 'activatedTo'> & {
  /** Last day that counts as expiring. */
  expiringOn?: string | undefined;
  activatedSince?: Date | undefined;
  activatedBefore?: Date | undefined;
};

/** Replaces days relative to today in a filter by dates. */
export const narrowFilter = (
  { expiring, activatedFrom, activatedTo, ...filter }: ListFilter,
  today: string,
): EnterpriseFilter => ({
  ...filter,
  ...(expiring === undefined ? {} : { expiringOn: addDays(today, Math.min(expiring, 36_500)) }),
  ...(activatedFrom === undefined ? {} : { activatedSince: startOfDay(activatedFrom) }),
  ...(activatedTo === undefined ? {} : { activatedBefore: endOfDay(activatedTo) }),
});
