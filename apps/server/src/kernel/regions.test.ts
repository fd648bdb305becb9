// Ranges of codes by which people are limited to divisions: right against the plain meaning of 'in' and 'below'.
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
  united,
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

test('S25 a division and below holds exactly what its code begins, and alone neither its districts nor its upper ones', () => {
  fc.assert(
    fc.property(place, place, (of, code) => {
      expect(within(divisionAndBelow(of), code)).toBe(code.startsWith(regionPrefix(of)));
      expect(within(divisionAlone(of), code)).toBe(code.startsWith(of));
    }),
  );
  // Streets belong to the division that they stand in directly: a district's own are its own.
  expect(within(divisionAlone('330108'), '330108001')).toBe(true);
  expect(within(divisionAlone('330100'), '330108')).toBe(false);
  expect(within(divisionAlone('441900'), '441900003')).toBe(true);
  expect(within(divisionAndBelow('330100'), '330108001')).toBe(true);
});

test('several ranges put together hold the codes of each and no other, apart and in order', () => {
  fc.assert(
    fc.property(ranges, place, (given, code) => {
      const made = united(given);
      expect(isInRegions(made, code)).toBe(given.some((range) => within(range, code)));
      made.slice(1).forEach(({ from }, at) => expect(from > (made[at]?.to ?? '')).toBe(true));
      expect(covers(made, given)).toBe(true);
      expect(covers([everyRegion], given)).toBe(true);
      if (given.length > 0) expect(covers([], given)).toBe(false);
    }),
  );
});

test('who reaches another sees every code that the other sees', () => {
  fc.assert(
    fc.property(ranges, ranges, place, (one, other, code) => {
      if (covers(united(one), united(other)) && isInRegions(other, code)) expect(isInRegions(one, code)).toBe(true);
      expect(covers('all', other)).toBe(true);
      expect(covers(other, 'all')).toBe(false);
    }),
  );
});

test('sums by division tell of whole divisions, and never of a street', () => {
  fc.assert(
    fc.property(ranges, place, (given, code) => {
      if (areDivisions(given)) expect(isInRegions(given, code.slice(0, 6))).toBe(isInRegions(given, code));
    }),
  );
});
