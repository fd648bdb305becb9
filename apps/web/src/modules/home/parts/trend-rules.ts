/** Height below which a band is not seen on a phone, where the drawing is about half as large. */
export const leastBand = 5.5;

/**
 * Heights of the bands of one bar: in proportion, but none that has somebody in it vanishes; what those are given more,
 * the tallest gives up, so that the bar as a whole stays true to the axis.
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
