import { contrast } from '@anlan/contract/domain/colour-contrast';

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes the colour `top` over the colour `ground`; `share` is the part of `top`, 0 to 1. */
export function mix(top: string, ground: string, share: number): string {
  const below = parse(ground);
  const [r, g, b] = parse(top).map((part, i) => part * share + (below[i] ?? 0) * (1 - share));
  return write([r ?? 0, g ?? 0, b ?? 0]);
}

/** The nearest darker or lighter shade of a colour whose contrast is at least `least` on every ground. */
export function shade(hex: string, towards: 'dark' | 'light', grounds: readonly string[], least = 4.5): string {
  const end = towards === 'dark' ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.01) {
    const candidate = mix(end, hex, share);
    if (grounds.every((ground) => contrast(candidate, ground) >= least)) return candidate;
  }
  return end;
}

/** Rotates the hue of a colour by degrees; a grey does not change. */
export function turn(hex: string, degrees: number): string {
  const rgb = parse(hex);
  const [low, high] = [Math.min(...rgb), Math.max(...rgb)];
  const span = high - low;
  if (span === 0) return hex;
  const [r, g, b] = rgb;
  const at = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  const hue = (((at + degrees / 60) % 6) + 6) % 6;
  // Computes one colour channel from its distance on the colour wheel.
  const part = (offset: number) => {
    const k = (offset + hue) % 6;
    return high - span * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return write([part(5), part(3), part(1)]);
}
