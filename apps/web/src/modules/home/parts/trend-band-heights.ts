/** Minimum height of a chart band. On a phone the chart is about half as large. */
export const leastBand = 5.5;

/**
 * Heights of the bands in one bar. Each non-empty band gets a minimum height; the tallest band becomes smaller, so the
 * total is unchanged.
 */
export function bandHeights(values: readonly number[], scale: number, plot: number): number[] {
  const heights = values.map((value) => (value > 0 ? Math.max(leastBand, (value / scale) * plot) : 0));
  const whole = values.reduce((sum, value) => sum + (value / scale) * plot, 0);
  const more = heights.reduce((sum, height) => sum + height, 0) - whole;
  const tallest = heights.indexOf(Math.max(...heights));
  return heights.map((height, at) =>
    at === tallest ? Math.max(leastBand * Math.sign(height), height - more) : height,
  );
}
