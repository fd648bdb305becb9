import { expect, it } from 'vitest';
import { bandHeights, leastBand } from './trend-band-heights.ts';

it('enlarges small bands of a bar without changing its total height', () => {
  const heights = bandHeights([380, 12, 1, 0], 400, 160);
  expect(heights[2]).toBe(leastBand);
  expect(heights[3]).toBe(0);
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeCloseTo((393 / 400) * 160);
});

it('draws no bands for a month without data', () => {
  expect(bandHeights([0, 0, 0, 0], 4, 160)).toEqual([0, 0, 0, 0]);
});
