import { contrast } from '@anlan/contract/domain/colour-contrast';
import { mix, shade, turn } from './colour.ts';

export const defaultAccent = '#409EFF';
/** The accent colours that the settings offer (CN-04). */
export const accentPresets = [defaultAccent, '#67C23A', '#E6A23C', '#F56C6C', '#909399', '#C71539'] as const;

export type AccentVars = Record<
  '--accent' | '--accent-strong' | '--accent-ink' | '--accent-soft' | '--accent-deep' | '--accent-turn',
  string
>;

// `surface` and `grounds`: backgrounds on which coloured text appears. `palest`: the palest text colour used on the
// soft fill.
const light = { surface: '#ffffff', grounds: ['#f3f6fa'], palest: '#5c687c', least: 5, share: 0.1 } as const;
const dark = { surface: '#141b24', grounds: ['#1b2530'], palest: '#8d9aab', least: 4.5, share: 0.2 } as const;
export const barInk = '#eaf5f7';

function softOf(picked: string, { surface, palest, least, share }: typeof light | typeof dark): string {
  for (let part: number = share; part > 0; part -= 0.01) {
    const soft = mix(picked, surface, part);
    if (contrast(palest, soft) >= least) return soft;
  }
  return surface;
}

/** Derives colours from the accent: soft fills, shades for white text, and a shade for text. */
export function accentVars(picked: string, isDark: boolean): AccentVars {
  const scheme = isDark ? dark : light;
  const soft = softOf(picked, scheme);
  return {
    '--accent': picked,
    '--accent-strong': shade(picked, 'dark', ['#ffffff']),
    '--accent-ink': shade(picked, isDark ? 'light' : 'dark', [scheme.surface, ...scheme.grounds, soft]),
    '--accent-soft': soft,
    '--accent-deep': shade(picked, 'dark', [barInk], 5),
    '--accent-turn': shade(turn(picked, -28), 'dark', [barInk], 5.4),
  };
}
