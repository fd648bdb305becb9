import { mix, shade } from './colour.ts';

/** The accent nobody has changed (CN-04). */
export const defaultAccent = '#409EFF';
/** The six colours offered beside free choice (CN-04). */
export const accentPresets = [defaultAccent, '#67C23A', '#E6A23C', '#F56C6C', '#909399', '#C71539'] as const;

/** What an accent makes of the page's custom properties. */
export type AccentVars = Record<'--accent' | '--accent-strong' | '--accent-ink' | '--accent-soft', string>;

/** Derive from the picked colour: soft fills, a shade that carries white text, a shade that is text (design §4). */
export function accentVars(picked: string, dark: boolean): AccentVars {
  const ground = dark ? '#141b24' : '#ffffff';
  const soft = mix(picked, ground, dark ? 0.2 : 0.1);
  return {
    '--accent': picked,
    '--accent-strong': shade(picked, 'dark', ['#ffffff']),
    '--accent-ink': dark ? shade(picked, 'light', [ground, soft]) : shade(picked, 'dark', [ground, soft]),
    '--accent-soft': soft,
  };
}
