export type Point = readonly [x: number, y: number];
export type Colour = readonly [red: number, green: number, blue: number];

export interface Canvas {
  width: number;
  height: number;
  rgba: Uint8Array;
}

export function emptyCanvas(width: number, height: number): Canvas {
  return { width, height, rgba: new Uint8Array(width * height * 4) };
}

export function stroke(canvas: Canvas, points: readonly Point[], width: number, colour: Colour, opacity = 1): void {
  // The coverage of all segments is collected first and blended once; otherwise overlapping segments of a translucent
  // line would be darker.
  const covers = new Float32Array(canvas.width * canvas.height);
  for (let i = 1; i < points.length; i += 1) {
    const from = points[i - 1];
    const to = points[i];
    if (from && to) cover(covers, canvas, from, to, width / 2);
  }
  const lines = points.map(([, y]) => y);
  const [top, bottom] = range(Math.min(...lines), Math.max(...lines), width / 2 + 1, canvas.height);
  for (let at = top * canvas.width; at < bottom * canvas.width; at += 1) {
    const share = covers[at] ?? 0;
    if (share > 0) blend(canvas.rgba, at * 4, colour, share * opacity);
  }
}

/** Writes into `covers` how much of each pixel the segment covers, 0 to 1. Larger existing values remain. */
function cover(covers: Float32Array, canvas: Canvas, [ax, ay]: Point, [bx, by]: Point, half: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy || 1;
  const [left, right] = range(ax, bx, half + 1, canvas.width);
  const [top, bottom] = range(ay, by, half + 1, canvas.height);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      const share = Math.min(1, half + 0.5 - Math.hypot(px - t * dx, py - t * dy));
      const at = y * canvas.width + x;
      if (share > (covers[at] ?? 1)) covers[at] = share;
    }
  }
}

function range(a: number, b: number, reach: number, size: number): [from: number, to: number] {
  const from = Math.max(0, Math.floor(Math.min(a, b) - reach));
  return [from, Math.min(size, Math.ceil(Math.max(a, b) + reach))];
}

function blend(rgba: Uint8Array, at: number, colour: Colour, share: number): void {
  const below = (rgba[at + 3] ?? 0) / 255;
  const whole = share + below * (1 - share);
  for (let i = 0; i < 3; i += 1) {
    const mixed = (colour[i] ?? 0) * share + (rgba[at + i] ?? 0) * below * (1 - share);
    rgba[at + i] = Math.round(mixed / whole);
  }
  rgba[at + 3] = Math.round(whole * 255);
}
