import type { DataScope } from '@anlan/contract/modules/access/role';
import { divisionAlone, divisionAndBelow, united, type Regions } from '#kernel/regions.ts';

/** Whose enterprises a role reaches. */
export interface RoleDataScope {
  dsType: DataScope;
  /** The chosen divisions and streets. */
  codes: readonly string[];
}

/** What somebody with these roles oversees, in an organisation that has its division there, or has none: the union. */
export function regionsBy(reaches: readonly RoleDataScope[], place: string | null): Regions {
  if (reaches.some(({ dsType }) => dsType === 'all')) return 'all';
  return united(
    reaches.flatMap(({ dsType, codes }) => {
      if (dsType === 'chosen') return codes.map(divisionAndBelow);
      if (place === null) return [];
      return [dsType === 'below' ? divisionAndBelow(place) : divisionAlone(place)];
    }),
  );
}

/** Codes of what the roles and the organisation name, for people to read. */
export const placesBy = (reaches: readonly RoleDataScope[], place: string | null): string[] => [
  ...new Set(reaches.flatMap(({ dsType, codes }) => (dsType === 'chosen' ? codes : place === null ? [] : [place]))),
];
