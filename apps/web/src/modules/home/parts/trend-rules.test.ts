import { expect, it } from 'vitest';
import { bandHeights, leastBand } from './trend-rules.ts';

it('a band of a few among hundreds is seen, and the bar stays as tall as it should be', () => {
  const heights = bandHeights([380, 12, 1, 0], 400, 160);
  expect(heights[2]).toBe(leastBand);
  expect(heights[3]).toBe(0);
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeCloseTo((393 / 400) * 160);
});

it('a month with nobody has no bar', () => {
  expect(bandHeights([0, 0, 0, 0], 4, 160)).toEqual([0, 0, 0, 0]);
});
