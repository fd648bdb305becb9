import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween, nearnessOf } from './position.ts';

const place = { lng: 121.55, lat: 29.87 };
const at = (lng: number, accuracy?: number) => ({ latitude: '29.870000', longitude: lng.toFixed(6), accuracy });

test('adds the reported accuracy of a position to the allowed distance', () => {
  expect(nearnessOf(place, at(121.551), 200)).toEqual({ metres: 96, verdict: 'near' });
  expect(nearnessOf(place, at(121.553), 200)).toEqual({ metres: 289, verdict: 'far' });
  expect(nearnessOf(place, at(121.553, 100), 200)).toEqual({ metres: 289, verdict: 'near' });
  expect(nearnessOf(place, at(121.553, 50), 200, 50)).toEqual({ metres: 289, verdict: 'near' });
});

test('does not accept a position whose accuracy is worse than the allowed distance', () => {
  expect(nearnessOf(place, at(121.55, 201), 200)?.verdict).toBe('unclear');
  expect(nearnessOf(place, at(121.9, 1_000_000), 200)?.verdict).toBe('unclear');
  expect(nearnessOf(place, at(121.55, 150), 200, 100)?.verdict).toBe('unclear');
});

test('returns null without a known place or without a position of the person', () => {
  expect(nearnessOf(null, at(121.55), 200)).toBeNull();
  expect(nearnessOf(place, {}, 200)).toBeNull();
});

test('accepts a position as near only within twice the allowed distance', () => {
  const degrees = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  fc.assert(
    fc.property(degrees, fc.integer({ min: 0, max: 100_000 }), (shift, accuracy) => {
      const nearness = nearnessOf(place, at(place.lng + shift, accuracy), 200);
      const metres = metresBetween(place, { lng: Number((place.lng + shift).toFixed(6)), lat: place.lat });
      if (nearness?.verdict === 'near') expect(metres).toBeLessThanOrEqual(400.5);
    }),
  );
});
