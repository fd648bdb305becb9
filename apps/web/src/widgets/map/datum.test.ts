import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDatum, toDatum, type Datum, type Place } from './datum.ts';

const inside = fc.record({
  lng: fc.double({ min: 73.5, max: 135, noNaN: true }),
  lat: fc.double({ min: 18, max: 53.5, noNaN: true }),
});
const outside = fc.oneof(
  fc.record({
    lng: fc.double({ min: -180, max: 71, noNaN: true }),
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
  }),
  fc.record({
    lng: fc.double({ min: 139, max: 180, noNaN: true }),
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
  }),
);
const metres = (one: Place, other: Place) =>
  Math.hypot((one.lng - other.lng) * 111_320 * Math.cos((one.lat * Math.PI) / 180), (one.lat - other.lat) * 110_574);
const datums = ['gcj02', 'wgs84', 'bd09'] as const satisfies Datum[];

describe('conversion of coordinate systems', () => {
  // Stored positions have six decimals, so the error must be below a millionth of a degree.
  it.each(datums)(
    '%s: restores a position inside China to a millionth of a degree after conversion and back',
    (datum) => {
      const miss = (one: Place, other: Place) => Math.max(Math.abs(one.lng - other.lng), Math.abs(one.lat - other.lat));
      fc.assert(
        fc.property(inside, (place) => {
          expect(miss(fromDatum(toDatum(place, datum), datum), place)).toBeLessThan(1e-6);
          expect(miss(toDatum(fromDatum(place, datum), datum), place)).toBeLessThan(1e-6);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it.each(datums)('%s: does not change positions outside China', (datum) => {
    fc.assert(
      fc.property(outside, (place) => {
        expect(toDatum(place, datum)).toEqual(place);
        expect(fromDatum(place, datum)).toEqual(place);
      }),
    );
  });

  it('moves a position by hundreds of metres, as in the published example', () => {
    const [wgs, gcj] = [
      { lng: 116.397_428, lat: 39.909_23 },
      { lng: 116.403_671, lat: 39.910_633 },
    ];
    expect(metres(fromDatum(wgs, 'wgs84'), gcj)).toBeLessThan(5);
    expect(metres(toDatum(gcj, 'bd09'), gcj)).toBeGreaterThan(500);
  });
});
