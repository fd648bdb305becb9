import type { TenantAbility } from '@anlan/contract/modules/tenant/admin';
import type { Scope } from '#kernel/scope.ts';

/** The platform's own tenant. */
export const platform = '0';
/** How long a removed tenant may be taken back. */
const holdDays = 30;
/** Tenants made at the desk are numbered from here on, apart from those of the demonstration. */
export const firstNumber = 100_001;

/** What abilities rest on. */
interface Standing {
  id: string;
  status: string;
  removed_at: Date | null;
}

const holdMs = holdDays * 86_400_000;
/** When a removed tenant goes for good, and since when those whose time is over were removed. */
export const purgesAt = {
  of: (removedAt: Date): Date => new Date(removedAt.getTime() + holdMs),
  since: (now: Date): Date => new Date(now.getTime() - holdMs),
};

/** Whether a removed tenant may still be taken back. */
export const isHeld = (removedAt: Date, now: Date): boolean => now.getTime() - removedAt.getTime() < holdMs;

/** What the platform may do with a tenant. */
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

/** The host names of a tenant after a change, each once. */
export const allHosts = (hosts: readonly string[], genericHosts: readonly string[]): string[] => [
  ...hosts,
  ...genericHosts,
];

/** The first name that stands twice, or null. */
export const doubled = (names: readonly string[]): string | null =>
  names.find((name, index) => names.indexOf(name) !== index) ?? null;
