import { regionPrefix } from '@anlan/contract/domain/region-code';

/** Codes from the first to the last, both included, as the database compares them: by their characters. */
export interface RegionRange {
  readonly from: string;
  readonly to: string;
}

/** Whose enterprises are visible: all, or those of these ranges, which lie apart and in order; none where there are none. */
export type Regions = 'all' | readonly RegionRange[];

/** The range that holds every code there is. */
export const everyRegion: RegionRange = { from: '0', to: 'z' };

/** As many ranges as one person may have: the policies name as many. */
export const regionRangesMost = 6;

// Codes hold digits alone, so that a letter comes after whatever may follow a prefix.
const beginningWith = (prefix: string): RegionRange => ({ from: prefix, to: `${prefix}z` });

/** A division and everything below it. */
export const divisionAndBelow = (code: string): RegionRange => beginningWith(regionPrefix(code));

/** A division without the divisions below it; its streets belong to it. */
export const divisionAlone = (code: string): RegionRange => beginningWith(code);

/** The same codes in as few ranges as it takes. */
export function united(ranges: readonly RegionRange[]): RegionRange[] {
  const made: RegionRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = made.at(-1);
    if (last === undefined || from > last.to) made.push({ from, to });
    else if (to > last.to) made[made.length - 1] = { from: last.from, to };
  }
  return made;
}

/** Whether a code is visible. */
export const isInRegions = (regions: Regions, code: string): boolean =>
  regions === 'all' || regions.some(({ from, to }) => code >= from && code <= to);

/** Whether everything that the second sees the first sees too. */
export const covers = (outer: Regions, inner: Regions): boolean =>
  outer === 'all' ||
  (inner !== 'all' && inner.every(({ from, to }) => outer.some((one) => one.from <= from && to <= one.to)));

/** Whether sums by division tell of exactly what is visible: they know divisions, but no streets. */
export const areDivisions = (regions: Regions): boolean =>
  regions === 'all' || regions.every(({ from }) => from.length <= 6);
