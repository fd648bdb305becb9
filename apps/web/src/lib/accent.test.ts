import css from '#ui/tokens.css?raw';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentPresets, accentVars, barInk, defaultAccent } from './accent.ts';
import { contrast } from '@anlan/contract/domain/colour';
import { mix, turn } from './colour.ts';

/** The custom properties of the server as the style sheet says them, by theme. */
function tokensOf(theme: string): Record<string, string> {
  const block = (selector: string) => {
    const from = css.indexOf(`${selector} {`);
    return from < 0 ? '' : css.slice(from, css.indexOf('\n}', from));
  };
  const said = [
    ...`${block(':root,\n[data-theme]')}${block(`[data-theme='${theme}']`)}`.matchAll(/(--[\w-]+): ([^;]+);/g),
  ];
  return Object.fromEntries(said.map(([, name = '', value = '']) => [name, value === '#fff' ? '#ffffff' : value]));
}
const themes = ['theme-white', 'theme-star', 'theme-black', 'theme-gradual'] as const;
const anyColour = fc.oneof(
  fc.constantFrom(...accentPresets, '#ffff00', '#000000', '#ffffff', '#00ff7f', '#8a2be2'),
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
);

describe.each(themes)('an accent, whichever it is, in %s', (theme) => {
  const tokens = tokensOf(theme);
  const of = (name: string) => tokens[name] ?? '';
  const dark = theme === 'theme-black';

  it('carries white words and is words at 4.5:1 wherever words of it stand (CN-04)', () => {
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

  it('leaves every word readable on its soft fill', () => {
    fc.assert(
      fc.property(anyColour, (picked) => {
        const soft = accentVars(picked, dark)['--accent-soft'];
        for (const name of ['--ink', '--ink-2', '--ink-3', '--red', '--orange', '--green', '--blue'])
          expect(contrast(of(name), soft), `${name} on the soft fill of ${picked}`).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('carries the words of the top bar', () => {
    fc.assert(
      fc.property(anyColour, (picked) => {
        const vars = accentVars(picked, dark);
        // No colour between two is lighter than the lighter of them.
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

const sideOf = (theme: string, picked: string, said: string) =>
  theme === 'theme-star' ? mix(picked, '#ffffff', 0.05) : said;
const resolved = (of: (name: string) => string, name: string): string => {
  const [, other] = /^var\((.+)\)$/.exec(of(name)) ?? [];
  return other === undefined ? of(name) : resolved(of, other);
};

it('炫彩 and 渐变 change the top bar and the side menu alone: the walk of all screens looks at no more in them', () => {
  const white = tokensOf('theme-white');
  for (const theme of ['theme-star', 'theme-gradual']) {
    const own = Object.entries(tokensOf(theme)).filter(([name, value]) => white[name] !== value);
    expect(own.map(([name]) => name).filter((name) => !/^--(header.*|side)$/.test(name))).toEqual([]);
  }
});

describe('the accent nobody has changed', () => {
  it('stands in the style sheet as it would be derived, or better', () => {
    for (const theme of ['theme-white', 'theme-black']) {
      const tokens = tokensOf(theme);
      expect(contrast('#ffffff', tokens['--accent-strong'] ?? '')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens['--accent-ink'] ?? '', tokens['--accent-soft'] ?? '')).toBeGreaterThanOrEqual(4.5);
      for (const bar of ['--accent-deep', '--accent-turn'])
        expect(contrast(barInk, tokens[bar] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
    expect(tokensOf('theme-white')['--accent']?.toUpperCase()).toBe(defaultAccent);
  });

  it('leaves a colour that is already dark enough as it is', () => {
    expect(accentVars('#C71539', false)['--accent-strong']).toBe('#c71539');
  });
});

describe('colours', () => {
  it('contrast is measured as WCAG does', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#409EFF')).toBeCloseTo(2.8, 1);
    expect(contrast('#ffffff', '#0B6BCB')).toBeGreaterThan(4.5);
  });

  it('turned all the way round is the same colour', () => {
    fc.assert(
      fc.property(anyColour, (colour) => turn(turn(colour, 120), 240) === turn(colour, 0)),
      { numRuns: 200 },
    );
    expect(turn('#ff0000', 120)).toBe('#00ff00');
    expect(turn('#0000ff', -120)).toBe('#00ff00');
  });
});
