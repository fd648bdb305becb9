import css from '#ui/tokens.css?raw';
import { theme } from 'antd';
import { prepareComponentToken as ofDatePicker } from 'antd/lib/date-picker/style/token';
import { prepareComponentToken as ofButton } from 'antd/lib/button/style/token';
import { prepareComponentToken as ofTag } from 'antd/lib/tag/style';
import { describe, expect, it } from 'vitest';
import { contrast } from '@anlan/contract/domain/colour-contrast';
import { mix } from '#lib/colour.ts';
import { kitTheme } from './antd-theme.ts';

const config = kitTheme('middle', false);
const tokens = theme.getDesignToken(config);
const literal = /#[0-9a-f]{3,8}\b|rgba?\(/i;
// Tokens that may contain fixed colours: named colours that the app does not use, shadows, and white text on colours
// that are dark in every theme.
const meant =
  /^(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|gold|lime|dark)|shadow|mask|^colorWhite$|^colorTextLightSolid$/i;
const fixedOf = (tokenMap: object) =>
  Object.entries(tokenMap)
    .filter(
      ([name, value]) =>
        typeof value === 'string' && literal.test(value.replaceAll('(in srgb, #000', '')) && !meant.test(name),
    )
    .map(([name, value]) => `${name}: ${value}`);

function reckoned(made: unknown): object {
  if (typeof made !== 'function') throw new Error('the kit reckons its tokens elsewhere now');
  return Object(made(tokens));
}

describe('antd tokens', () => {
  it('use custom properties for colours, so that a theme change does not render antd again', () => {
    expect(fixedOf(tokens)).toEqual([]);
  });

  it.each(Object.entries({ Button: ofButton, Tag: ofTag, DatePicker: ofDatePicker }))(
    'never make antd compute with a custom property: %s',
    (name, made) => {
      const ours = Object.keys(Object(config.components)[name] ?? {});
      const white = /SolidColor|primaryColor|solidTextColor/;
      expect(
        fixedOf(reckoned(made)).filter((token) => !white.test(token) && !ours.includes(token.split(':')[0] ?? '')),
      ).toEqual([]);
    },
  );

  it('change only with density and motion', () => {
    const [close, wide] = [kitTheme('compact', true), kitTheme('loose', false)];
    expect(close.token?.controlHeight).toBeLessThan(Number(wide.token?.controlHeight));
    expect(close.algorithm).toBe(wide.algorithm);
  });
});

describe.each(['theme-white', 'theme-black'])('theme %s', (name) => {
  const block = (selector: string) => {
    const from = css.indexOf(`${selector} {`);
    return css.slice(from, css.indexOf('\n}', from));
  };
  const values = Object.fromEntries(
    [...`${block(':root,\n[data-theme]')}${block(`[data-theme='${name}']`)}`.matchAll(/--([\w-]+): (#\w+);/g)].map(
      ([, key = '', value = '']) => [key, value === '#fff' ? '#ffffff' : value],
    ),
  );
  const of = (key: string) => values[key] ?? '';

  it('shows readable text on a danger button, also hovered and pressed', () => {
    for (const share of [0, 0.14, 0.24])
      expect(contrast(of('surface'), mix(of('ink'), of('red'), share))).toBeGreaterThanOrEqual(4.5);
  });

  it('shows readable state text on its soft background, also hovered', () => {
    for (const state of ['red', 'orange', 'green'])
      expect(contrast(of(state), mix(of('surface'), of(`${state}-soft`), 0.35)), state).toBeGreaterThanOrEqual(4.5);
  });
});
