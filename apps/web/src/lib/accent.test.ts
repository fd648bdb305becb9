import { describe, expect, it } from 'vitest';
import { accentPresets, accentVars } from './accent.ts';
import { contrast } from './colour.ts';

const picked = [...accentPresets, '#ffff00', '#000000', '#ffffff', '#00ff7f', '#8a2be2'];

describe('the accent', () => {
  it.each(picked)('%s carries white text at 4.5:1 and is text at 4.5:1, in light and dark', (colour) => {
    for (const dark of [false, true]) {
      const vars = accentVars(colour, dark);
      const ground = dark ? '#141b24' : '#ffffff';
      expect(contrast('#ffffff', vars['--accent-strong'])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(vars['--accent-ink'], ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(vars['--accent-ink'], vars['--accent-soft'])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('leaves a colour that is already dark enough as it is', () => {
    expect(accentVars('#C71539', false)['--accent-strong']).toBe('#c71539');
  });

  it('measures contrast as WCAG does', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#409EFF')).toBeCloseTo(2.8, 1);
    expect(contrast('#ffffff', '#0B6BCB')).toBeGreaterThan(4.5);
  });
});
