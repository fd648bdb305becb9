// Tests the ranges of region codes that limit users to divisions against a simple reference implementation.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { regionPrefix } from '@anlan/contract/domain/region-code';
import {
  areDivisions,
  divisionAlone,
  divisionAndBelow,
  everyRegion,
  isInRegions,
  covers,
  mergeRanges,
  type RegionRange,
} from './regions.ts';

const two = fc.constantFrom('00', '01', '02', '10', '90', '99');
const three = fc.constantFrom('000', '001', '010', '999');
const division = fc
  .tuple(fc.constantFrom('11', '33', '46'), two, two)
  .map(([a, b, c]) => (b === '00' ? `${a}0000` : a + b + c));
const place = fc.oneof(
  division,
  fc.tuple(division, three).map((parts) => parts.join('')),
  fc.tuple(division, three, three).map((parts) => parts.join('')),
);
const ranges = fc.array(fc.oneof(place.map(divisionAndBelow), place.map(divisionAlone)), { maxLength: 9 });
const within = ({ from, to }: RegionRange, code: string) => code >= from && code <= to;

test('S25 a division with subdivisions contains exactly the region codes with its prefix', () => {
  fc.assert(
    fc.property(place, place, (of, code) => {
      expect(within(divisionAndBelow(of), code)).toBe(code.startsWith(regionPrefix(of)));
      expect(within(divisionAlone(of), code)).toBe(code.startsWith(of));
    }),
  );
  // A street belongs only to the division directly above it.
  expect(within(divisionAlone('330108'), '330108001')).toBe(true);
  expect(within(divisionAlone('330100'), '330108')).toBe(false);
  expect(within(divisionAlone('441900'), '441900003')).toBe(true);
  expect(within(divisionAndBelow('330100'), '330108001')).toBe(true);
});

test('merges ranges of regions into disjoint ranges with the same region codes', () => {
  fc.assert(
    fc.property(ranges, place, (regionRanges, code) => {
      const made = mergeRanges(regionRanges);
      expect(isInRegions(made, code)).toBe(regionRanges.some((range) => within(range, code)));
      made.slice(1).forEach(({ from }, at) => expect(from > (made[at]?.to ?? '')).toBe(true));
      expect(covers(made, regionRanges)).toBe(true);
      expect(covers([everyRegion], regionRanges)).toBe(true);
      if (regionRanges.length > 0) expect(covers([], regionRanges)).toBe(false);
    }),
  );
});

test('finds every region code of an inner scope in the outer scope', () => {
  fc.assert(
    fc.property(ranges, ranges, place, (one, other, code) => {
      if (covers(mergeRanges(one), mergeRanges(other)) && isInRegions(other, code))
        expect(isInRegions(one, code)).toBe(true);
      expect(covers('all', other)).toBe(true);
      expect(covers(other, 'all')).toBe(false);
    }),
  );
});

test('uses totals by division only for whole divisions', () => {
  fc.assert(
    fc.property(ranges, place, (regionRanges, code) => {
      if (areDivisions(regionRanges))
        expect(isInRegions(regionRanges, code.slice(0, 6))).toBe(isInRegions(regionRanges, code));
    }),
  );
});
