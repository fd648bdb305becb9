import css from '#ui/tokens.css?raw';
import { theme } from 'antd';
import { prepareComponentToken as ofDatePicker } from 'antd/lib/date-picker/style/token';
import { prepareComponentToken as ofButton } from 'antd/lib/button/style/token';
import { prepareComponentToken as ofTag } from 'antd/lib/tag/style';
import { describe, expect, it } from 'vitest';
import { contrast } from '@anlan/contract/domain/colour';
import { mix } from '#lib/colour.ts';
import { kitTheme } from './kit-theme.ts';

const config = kitTheme('middle', false);
const tokens = theme.getDesignToken(config);
const literal = /#[0-9a-f]{3,8}\b|rgba?\(/i;
// Named colours that nothing here wears, shadows, and white on what is dark in every theme.
const meant =
  /^(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|gold|lime|dark)|shadow|mask|^colorWhite$|^colorTextLightSolid$/i;
const fixedOf = (said: object) =>
  Object.entries(said)
    .filter(
      ([name, value]) =>
        typeof value === 'string' && literal.test(value.replaceAll('(in srgb, #000', '')) && !meant.test(name),
    )
    .map(([name, value]) => `${name}: ${value}`);

function reckoned(made: unknown): object {
  if (typeof made !== 'function') throw new Error('the kit reckons its tokens elsewhere now');
  return Object(made(tokens));
}

describe('the colours of the kit', () => {
  it('are our custom properties, so that another theme or accent draws nothing anew', () => {
    expect(fixedOf(tokens)).toEqual([]);
  });

  it.each(Object.entries({ Button: ofButton, Tag: ofTag, DatePicker: ofDatePicker }))(
    'are never what the kit reckons out of a custom property: %s',
    (name, made) => {
      const ours = Object.keys(Object(config.components)[name] ?? {});
      const white = /SolidColor|primaryColor|solidTextColor/;
      expect(
        fixedOf(reckoned(made)).filter((said) => !white.test(said) && !ours.includes(said.split(':')[0] ?? '')),
      ).toEqual([]);
    },
  );

  it('change with density and motion alone', () => {
    const [close, wide] = [kitTheme('compact', true), kitTheme('loose', false)];
    expect(close.token?.controlHeight).toBeLessThan(Number(wide.token?.controlHeight));
    expect(close.algorithm).toBe(wide.algorithm);
  });
});

describe.each(['theme-white', 'theme-black'])('in %s', (name) => {
  const block = (selector: string) => {
    const from = css.indexOf(`${selector} {`);
    return css.slice(from, css.indexOf('\n}', from));
  };
  const said = Object.fromEntries(
    [...`${block(':root,\n[data-theme]')}${block(`[data-theme='${name}']`)}`.matchAll(/--([\w-]+): (#\w+);/g)].map(
      ([, key = '', value = '']) => [key, value === '#fff' ? '#ffffff' : value],
    ),
  );
  const of = (key: string) => said[key] ?? '';

  it('the words on a dangerous button are read while it is pointed at and pressed', () => {
    for (const share of [0, 0.14, 0.24])
      expect(contrast(of('surface'), mix(of('ink'), of('red'), share))).toBeGreaterThanOrEqual(4.5);
  });

  it('words of a state are read on its own soft ground, pointed at too', () => {
    for (const state of ['red', 'orange', 'green'])
      expect(contrast(of(state), mix(of('surface'), of(`${state}-soft`), 0.35)), state).toBeGreaterThanOrEqual(4.5);
  });
});
