import type { OwnRegionAbility } from '@anlan/contract/modules/dictionary/region';
import { divisionAlone, covers } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';

/** What streets and grids are narrowed by. */
export interface OwnRegionFilter {
  keyword?: string | undefined;
  regionCode?: string | undefined;
  level?: number | undefined;
  enabled?: boolean | undefined;
}

/** The first number below a parent that is free, as three digits; null when all are taken. */
export function nextCode(parent: string, taken: readonly string[]): string | null {
  const used = new Set(taken);
  for (let number = 1; number < 1000; number += 1) {
    const code = parent + String(number).padStart(3, '0');
    if (!used.has(code)) return code;
  }
  return null;
}

const separator = ' / ';
/** The full name of something below a full name. */
export const pathBelow = (upper: string, name: string): string => upper + separator + name;

/** What an address says of a street or grid: 西兴街道第一网格. */
export const townName = (path: string, level: number): string =>
  path
    .split(separator)
    .slice(level === 5 ? -2 : -1)
    .join('');

/** Whether the caller oversees all of a district, street or grid (decision 0033). */
export const keptBy = (scope: Pick<Scope, 'regions'>, code: string): boolean =>
  covers(scope.regions, [divisionAlone(code)]);

/** What the caller may do with a street or grid; grids stand below streets that are offered. */
export function abilitiesOf(
  scope: Scope,
  row: { code: string; parent: string | null; level: number; enabled: boolean },
): OwnRegionAbility[] {
  const abilities: OwnRegionAbility[] = [];
  if (!keptBy(scope, row.code)) return abilities;
  if (scope.permits.has('sys:region:add') && row.level === 4 && row.enabled) abilities.push('add');
  if (scope.permits.has('sys:region:edit')) abilities.push('update');
  if (scope.permits.has('sys:region:del') && keptBy(scope, row.parent ?? row.code)) abilities.push('remove');
  return abilities;
}
