import { theme as kit, type ThemeConfig } from 'antd';
import type { ShellSettings } from '#lib/settings.ts';

const sizes = {
  compact: { controlHeight: 28, itemMarginBottom: 16 },
  middle: { controlHeight: 32, itemMarginBottom: 24 },
  loose: { controlHeight: 36, itemMarginBottom: 28 },
} as const;

const of = (name: string) => `var(--${name})`;
const mixes = typeof CSS === 'undefined' || CSS.supports('color', 'color-mix(in srgb, red, blue)');
/**
 * Mixes two colours with CSS `color-mix`, so the result follows the custom properties. `plain` is the colour for
 * browsers without `color-mix`.
 */
const part = (top: string, share: number, ground: string, plain = share < 50 ? ground : top) =>
  mixes ? `color-mix(in srgb, ${top} ${share}%, ${ground})` : plain;
const veil = (top: string, share: number, plain: string) => part(top, share, 'transparent', plain);

// Derives the antd tokens of one state colour, such as error. Text and the darker shade get more contrast.
function family(name: 'Primary' | 'Success' | 'Warning' | 'Error' | 'Info', base: string, soft: string) {
  const far = part(of('ink'), 14, base);
  const further = part(of('ink'), 24, base);
  return {
    [`color${name}`]: base,
    [`color${name}Hover`]: far,
    [`color${name}Active`]: further,
    [`color${name}Bg`]: soft,
    [`color${name}BgHover`]: part(of('surface'), 35, soft),
    [`color${name}Border`]: part(base, 35, of('surface'), base),
    [`color${name}BorderHover`]: part(base, 55, of('surface')),
    [`color${name}Text`]: base,
    [`color${name}TextHover`]: far,
    [`color${name}TextActive`]: further,
  };
}

const strong = of('accent-strong');

/**
 * Every antd colour token, mapped to our custom properties. A theme change then needs no render of antd. antd cannot
 * compute with custom properties, so each token is listed (kit-theme.test.ts).
 */
const colours = {
  ...family('Primary', strong, of('accent-soft')),
  ...family('Success', of('green'), of('green-soft')),
  ...family('Warning', of('orange'), of('orange-soft')),
  ...family('Error', of('red'), of('red-soft')),
  ...family('Info', strong, of('accent-soft')),
  // These colours are behind white text, so they get darker in every theme.
  colorPrimaryHover: part('#000', 12, strong),
  colorPrimaryActive: part('#000', 20, strong),
  colorErrorBgFilledHover: part(of('surface'), 35, of('red-soft')),
  colorErrorBgActive: part(of('red'), 16, of('red-soft')),
  colorErrorOutline: veil(of('red'), 14, of('red-soft')),
  colorWarningOutline: veil(of('orange'), 14, of('orange-soft')),
  colorLink: of('accent-ink'),
  colorLinkHover: of('accent-ink'),
  colorLinkActive: of('accent-ink'),
  colorTextBase: of('ink'),
  colorText: of('ink'),
  colorTextHeading: of('ink'),
  colorTextSecondary: of('ink-2'),
  colorTextLabel: of('ink-2'),
  colorTextTertiary: of('ink-3'),
  colorTextDescription: of('ink-3'),
  colorTextPlaceholder: of('ink-3'),
  colorTextQuaternary: veil(of('ink'), 32, of('ink-3')),
  colorIcon: of('ink-3'),
  colorIconHover: of('ink'),
  colorFill: of('fill'),
  colorFillSecondary: of('fill-2'),
  colorFillTertiary: of('fill-3'),
  colorFillQuaternary: of('fill-4'),
  colorBgBase: of('surface'),
  colorBgLayout: of('ground'),
  colorBgContainer: of('surface'),
  colorBgElevated: of('raised'),
  colorBgSpotlight: of('spotlight'),
  colorBgSolid: of('ink'),
  colorBgSolidHover: part(of('ink'), 85, of('surface')),
  colorBgSolidActive: part(of('ink'), 92, of('surface')),
  colorBorder: of('line-strong'),
  colorBorderDisabled: part(of('line-strong'), 40, of('line')),
  colorBorderSecondary: of('line'),
  colorSplit: of('line'),
  controlOutline: veil(of('accent'), 18, of('accent-soft')),
  controlItemBgHover: of('hover'),
  controlItemBgActive: of('accent-soft'),
  controlItemBgActiveHover: of('accent-soft'),
};

// antd can only derive tokens from a literal seed colour. The custom properties then replace the derived colours.
const algorithm: typeof kit.defaultAlgorithm = (seed) => ({ ...kit.defaultAlgorithm(seed), ...colours });

// Control height for touch in pixels; the same as `--control` in a narrow window.
const fingerHeight = 40;

export function kitTheme(density: ShellSettings['density'], calm: boolean, phone = false): ThemeConfig {
  const { controlHeight: wished, itemMarginBottom } = sizes[density];
  const controlHeight = phone ? Math.max(wished, fingerHeight) : wished;
  return {
    zeroRuntime: true,
    algorithm,
    token: {
      ...colours,
      motion: !calm,
      fontFamily: of('font'),
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 5,
      controlHeight,
      wireframe: false,
      // A shadow is invisible on dark, so an edge separates the popup from the page.
      boxShadow: `0 0 0 1px ${of('edge')}, ${of('pop')}`,
      boxShadowSecondary: `0 0 0 1px ${of('edge')}, ${of('pop')}`,
      boxShadowTertiary: 'none',
    },
    components: {
      Button: {
        defaultBorderColor: part(of('line-strong'), 50, of('line')),
        defaultHoverBg: of('hover'),
        defaultHoverColor: of('ink'),
        defaultHoverBorderColor: of('line-strong'),
        defaultActiveBg: of('hover'),
        defaultActiveColor: of('ink'),
        defaultActiveBorderColor: of('line-strong'),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // White text is not readable on the pale red of the dark theme, so danger buttons use the surface colour as
        // text.
        dangerColor: of('surface'),
        fontWeight: 500,
      },
      DatePicker: {
        cellHoverWithRangeBg: part(strong, 22, of('surface'), of('accent-soft')),
        cellRangeBorderColor: part(strong, 55, of('surface')),
      },
      Pagination: { itemActiveColor: of('accent-ink'), itemActiveColorHover: of('accent-ink') },
      Tag: { defaultBg: of('grey-soft') },
      InputNumber: { filledHandleBg: of('hover') },
      // The default track colour of antd would be invisible on the page background.
      Segmented: { trackBg: of('grey-soft'), itemSelectedBg: of('surface') },
      Slider: { handleActiveOutlineColor: veil(strong, 20, of('accent-soft')), handleColorDisabled: of('line-strong') },
      Form: { itemMarginBottom, labelColor: of('ink-2'), labelFontSize: 13, verticalLabelPadding: '0 0 6px' },
      Alert: { withDescriptionPadding: '12px 16px', withDescriptionIconSize: 20, fontSizeLG: 14 },
      Drawer: { paddingLG: 24, footerPaddingBlock: 12, footerPaddingInline: 24 },
      // WCAG requires a contrast of 3:1 for the track of a switch that is off.
      Switch: { colorTextQuaternary: of('line-strong'), colorTextTertiary: of('ink-3') },
      Tabs: { itemSelectedColor: of('accent-ink'), inkBarColor: strong },
    },
  };
}
