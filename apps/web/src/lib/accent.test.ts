import css from '#ui/tokens.css?raw';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentPresets, accentVars, barInk, defaultAccent } from './accent.ts';
import { contrast } from '@anlan/contract/domain/colour-contrast';
import { mix, turn } from './colour.ts';

function tokensOf(theme: string): Record<string, string> {
  const block = (selector: string) => {
    const from = css.indexOf(`${selector} {`);
    return from < 0 ? '' : css.slice(from, css.indexOf('\n}', from));
  };
  const declarations = [
    ...`${block(':root,\n[data-theme]')}${block(`[data-theme='${theme}']`)}`.matchAll(/(--[\w-]+): ([^;]+);/g),
  ];
  return Object.fromEntries(
    declarations.map(([, name = '', value = '']) => [name, value === '#fff' ? '#ffffff' : value]),
  );
}
const themes = ['theme-white', 'theme-star', 'theme-black', 'theme-gradual'] as const;
const anyColour = fc.oneof(
  fc.constantFrom(...accentPresets, '#ffff00', '#000000', '#ffffff', '#00ff7f', '#8a2be2'),
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
);

describe.each(themes)('any accent in %s', (theme) => {
  const tokens = tokensOf(theme);
  const of = (name: string) => tokens[name] ?? '';
  const dark = theme === 'theme-black';

  it('has a contrast of 4.5:1 as text and below white text (CN-04)', () => {
    fc.assert(
      fc.property(anyColour, (picked) => {
        const vars = accentVars(picked, dark);
        expect(contrast('#ffffff', vars['--accent-strong'])).toBeGreaterThanOrEqual(4.5);
        const grounds = ['--surface', '--ground', '--raised', '--hover'].map(of);
        for (const ground of [...grounds, vars['--accent-soft'], sideOf(theme, picked, of('--side'))])
          expect(contrast(vars['--accent-ink'], ground), `${picked} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('gives readable text on its soft fill', () => {
    fc.assert(
      fc.property(anyColour, (picked) => {
        const soft = accentVars(picked, dark)['--accent-soft'];
        for (const name of ['--ink', '--ink-2', '--ink-3', '--red', '--orange', '--green', '--blue'])
          expect(contrast(of(name), soft), `${name} on the soft fill of ${picked}`).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('gives readable text in the top bar', () => {
    fc.assert(
      fc.property(anyColour, (picked) => {
        const vars = accentVars(picked, dark);
        // No mixture of two colours is lighter than the lighter one, so the lightest end of each gradient is checked.
        const bars = {
          'theme-star': [mix(vars['--accent-deep'], '#0c1830', 0.45)],
          'theme-gradual': [vars['--accent-deep'], vars['--accent-turn']],
        };
        const bar = theme === 'theme-star' || theme === 'theme-gradual' ? bars[theme] : [of('--surface')];
        for (const ground of bar)
          for (const words of ['--header-ink', '--header-ink-2'])
            expect(contrast(resolved(of, words), ground), `${words} for ${picked}`).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

const sideOf = (theme: string, picked: string, sideColor: string) =>
  theme === 'theme-star' ? mix(picked, '#ffffff', 0.05) : sideColor;
const resolved = (of: (name: string) => string, name: string): string => {
  const [, other] = /^var\((.+)\)$/.exec(of(name)) ?? [];
  return other === undefined ? of(name) : resolved(of, other);
};

it('theme 炫彩 or 渐变 changes only the top bar and the side menu', () => {
  const white = tokensOf('theme-white');
  for (const theme of ['theme-star', 'theme-gradual']) {
    const own = Object.entries(tokensOf(theme)).filter(([name, value]) => white[name] !== value);
    expect(own.map(([name]) => name).filter((name) => !/^--(header.*|side)$/.test(name))).toEqual([]);
  }
});

describe('the default accent', () => {
  it('has shades with enough contrast in the style sheet', () => {
    for (const theme of ['theme-white', 'theme-black']) {
      const tokens = tokensOf(theme);
      expect(contrast('#ffffff', tokens['--accent-strong'] ?? '')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens['--accent-ink'] ?? '', tokens['--accent-soft'] ?? '')).toBeGreaterThanOrEqual(4.5);
      for (const bar of ['--accent-deep', '--accent-turn'])
        expect(contrast(barInk, tokens[bar] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
    expect(tokensOf('theme-white')['--accent']?.toUpperCase()).toBe(defaultAccent);
  });

  it('does not change when it is already dark enough', () => {
    expect(accentVars('#C71539', false)['--accent-strong']).toBe('#c71539');
  });
});

describe('colour functions', () => {
  it('measure contrast as WCAG defines it', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#409EFF')).toBeCloseTo(2.8, 1);
    expect(contrast('#ffffff', '#0B6BCB')).toBeGreaterThan(4.5);
  });

  it('give the same colour after a hue rotation by 360 degrees', () => {
    fc.assert(
      fc.property(anyColour, (colour) => turn(turn(colour, 120), 240) === turn(colour, 0)),
      { numRuns: 200 },
    );
    expect(turn('#ff0000', 120)).toBe('#00ff00');
    expect(turn('#0000ff', -120)).toBe('#00ff00');
  });
});
