import type { DataScope } from '@anlan/contract/modules/access/role';
import { divisionAlone, divisionAndBelow, mergeRanges, type Regions } from '#kernel/regions.ts';

export interface RoleDataScope {
  dsType: DataScope;
  codes: readonly string[];
}

export function regionsBy(reaches: readonly RoleDataScope[], place: string | null): Regions {
  if (reaches.some(({ dsType }) => dsType === 'all')) return 'all';
  return mergeRanges(
    reaches.flatMap(({ dsType, codes }) => {
      if (dsType === 'chosen') return codes.map(divisionAndBelow);
      if (place === null) return [];
      return [dsType === 'below' ? divisionAndBelow(place) : divisionAlone(place)];
    }),
  );
}

export const placesBy = (reaches: readonly RoleDataScope[], place: string | null): string[] => [
  ...new Set(reaches.flatMap(({ dsType, codes }) => (dsType === 'chosen' ? codes : place === null ? [] : [place]))),
];
