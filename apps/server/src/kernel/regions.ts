import { regionPrefix } from '@anlan/contract/domain/region-code';

/** A range of region codes, both ends included, in the database's character order. */
export interface RegionRange {
  readonly from: string;
  readonly to: string;
}

/** Divisions whose enterprises are visible: all, or sorted disjoint ranges. An empty list sees none. */
export type Regions = 'all' | readonly RegionRange[];

/** The range that contains every region code. */
export const everyRegion: RegionRange = { from: '0', to: 'z' };

/** Maximum number of ranges of one user. The database policies have this many parameters. */
export const regionRangesMost = 6;

// Region codes contain only digits, so a letter sorts after everything with this prefix.
const rangeOfPrefix = (prefix: string): RegionRange => ({ from: prefix, to: `${prefix}z` });

export const divisionAndBelow = (code: string): RegionRange => rangeOfPrefix(regionPrefix(code));

/** The range of a division without its child divisions. It includes the division's streets. */
export const divisionAlone = (code: string): RegionRange => rangeOfPrefix(code);

/** Merges ranges, so that the same region codes are covered by as few ranges as possible. */
export function mergeRanges(ranges: readonly RegionRange[]): RegionRange[] {
  const made: RegionRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = made.at(-1);
    if (last === undefined || from > last.to) made.push({ from, to });
    else if (to > last.to) made[made.length - 1] = { from: last.from, to };
  }
  return made;
}

export const isInRegions = (regions: Regions, code: string): boolean =>
  regions === 'all' || regions.some(({ from, to }) => code >= from && code <= to);

export const covers = (outer: Regions, inner: Regions): boolean =>
  outer === 'all' ||
  (inner !== 'all' && inner.every(({ from, to }) => outer.some((one) => one.from <= from && to <= one.to)));

/** Whether totals by division can be used for these ranges. Totals exist per division, not per street. */
export const areDivisions = (regions: Regions): boolean =>
  regions === 'all' || regions.every(({ from }) => from.length <= 6);
