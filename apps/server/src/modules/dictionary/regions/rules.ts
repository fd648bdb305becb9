import type { OwnRegionAbility } from '@anlan/contract/modules/dictionary/region';
import { divisionAlone, covers } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';

export interface OwnRegionFilter {
  keyword?: string | undefined;
  regionCode?: string | undefined;
  level?: number | undefined;
  enabled?: boolean | undefined;
}

/** The first free three-digit child code below a parent. Null if all are used. */
export function nextCode(parent: string, existingCodes: readonly string[]): string | null {
  const used = new Set(existingCodes);
  for (let number = 1; number < 1000; number += 1) {
    const code = parent + String(number).padStart(3, '0');
    if (!used.has(code)) return code;
  }
  return null;
}

const separator = ' / ';
export const pathBelow = (upper: string, name: string): string => upper + separator + name;

/** Short name for addresses, for example 西兴街道第一网格. */
export const townName = (path: string, level: number): string =>
  path
    .split(separator)
    .slice(level === 5 ? -2 : -1)
    .join('');

/** Whether the caller oversees the whole district, street or grid. */
export const isOverseenBy = (scope: Pick<Scope, 'regions'>, code: string): boolean =>
  covers(scope.regions, [divisionAlone(code)]);

export function abilitiesOf(
  scope: Scope,
  row: { code: string; parent: string | null; level: number; enabled: boolean },
): OwnRegionAbility[] {
  const abilities: OwnRegionAbility[] = [];
  if (!isOverseenBy(scope, row.code)) return abilities;
  if (scope.permits.has('sys:region:add') && row.level === 4 && row.enabled) abilities.push('add');
  if (scope.permits.has('sys:region:edit')) abilities.push('update');
  if (scope.permits.has('sys:region:del') && isOverseenBy(scope, row.parent ?? row.code)) abilities.push('remove');
  return abilities;
}
