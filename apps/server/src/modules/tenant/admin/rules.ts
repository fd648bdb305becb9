import type { TenantAbility } from '@anlan/contract/modules/tenant/admin';
import type { Scope } from '#kernel/scope.ts';

export const platform = '0';
/** Number of days in which a removed tenant can be restored. */
const holdDays = 30;
/** Lowest number of tenants that are created in the console; demo tenants have lower numbers. */
export const firstNumber = 100_001;

interface Standing {
  id: string;
  status: string;
  removed_at: Date | null;
}

const holdMs = holdDays * 86_400_000;
/**
 * `of`: when a tenant removed at `removedAt` is purged. `since`: tenants removed before this instant must be purged
 * now.
 */
export const purgesAt = {
  of: (removedAt: Date): Date => new Date(removedAt.getTime() + holdMs),
  since: (now: Date): Date => new Date(now.getTime() - holdMs),
};

export const isHeld = (removedAt: Date, now: Date): boolean => now.getTime() - removedAt.getTime() < holdMs;

export function abilitiesOf(scope: Scope, row: Standing, now: Date): TenantAbility[] {
  const may = (permit: 'sys:tenant:edit' | 'sys:tenant:del' | 'sys:tenant:enter') => scope.permits.has(permit);
  if (row.removed_at !== null) return may('sys:tenant:del') && isHeld(row.removed_at, now) ? ['restore'] : [];
  const abilities: TenantAbility[] = [];
  if (may('sys:tenant:edit')) {
    abilities.push('update');
    if (row.id !== platform) abilities.push(row.status === 'active' ? 'freeze' : 'thaw');
  }
  if (row.id !== platform && may('sys:tenant:del')) abilities.push('remove');
  if (row.id !== platform && row.status === 'active' && may('sys:tenant:enter')) abilities.push('enter');
  return abilities;
}

export const allHosts = (hosts: readonly string[], genericHosts: readonly string[]): string[] => [
  ...hosts,
  ...genericHosts,
];

export const findDuplicate = (names: readonly string[]): string | null =>
  names.find((name, index) => names.indexOf(name) !== index) ?? null;
