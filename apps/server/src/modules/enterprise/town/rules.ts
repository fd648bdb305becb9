import type { Town } from '../../dictionary/index.ts';

/** Where a file stands: the code of a street or grid of the tenant's, and what its address says of it. */
export interface StandingTown {
  townCode: string | null;
  town: string | null;
}

/** A code and those above it that a tenant keeps. */
export const codesUp = (townCode: string): string[] =>
  townCode.length === 12 ? [townCode, townCode.slice(0, 9)] : [townCode];

/**
 * What is left of where a file stands, with the streets and grids that there are: of a grid that is gone its street, of a
 * street its name, as if somebody had typed it.
 */
export function townLeft(towns: ReadonlyMap<string, Town>, { townCode, town }: StandingTown): StandingTown {
  for (const code of townCode ? codesUp(townCode) : []) {
    const found = towns.get(code);
    if (found) return { townCode: code, town: found.name };
  }
  return { townCode: null, town };
}

interface Place extends StandingTown {
  regionCode: string;
}

/** Where a file stands once a row of an import is written over it; what the row leaves empty stays where it can. */
export function townOver(before: Place, given: { regionCode: string; townCode?: string | null; town?: string | null }) {
  const kept = before.townCode?.startsWith(given.regionCode) ? before.townCode : null;
  if (!given.town)
    return before.townCode && !kept ? { townCode: null, town: null } : { townCode: kept, town: before.town };
  const isSaidAgain = !given.townCode && given.town === before.town;
  return { townCode: isSaidAgain ? kept : (given.townCode ?? null), town: given.town };
}
