import type { Town } from '../../dictionary/index.ts';

/** Street or grid of an enterprise: its code and its address text. */
export interface StandingTown {
  townCode: string | null;
  town: string | null;
}

/** The code of a street or grid, and the code of the street above it. */
export const codesUp = (townCode: string): string[] =>
  townCode.length === 12 ? [townCode, townCode.slice(0, 9)] : [townCode];

/**
 * The street or grid that still exists. A removed grid is replaced by its street; a removed street leaves only its
 * name.
 */
export function townLeft(towns: ReadonlyMap<string, Town>, { townCode, town }: StandingTown): StandingTown {
  for (const code of townCode ? codesUp(townCode) : []) {
    const offeredTown = towns.get(code);
    if (offeredTown) return { townCode: code, town: offeredTown.name };
  }
  return { townCode: null, town };
}

interface Place extends StandingTown {
  regionCode: string;
}

/** The street or grid after an import row. An empty cell leaves the old value if it is in the new division. */
export function townOver(before: Place, input: { regionCode: string; townCode?: string | null; town?: string | null }) {
  const keptCode = before.townCode?.startsWith(input.regionCode) ? before.townCode : null;
  if (!input.town)
    return before.townCode && !keptCode ? { townCode: null, town: null } : { townCode: keptCode, town: before.town };
  const isSaidAgain = !input.townCode && input.town === before.town;
  return { townCode: isSaidAgain ? keptCode : (input.townCode ?? null), town: input.town };
}
