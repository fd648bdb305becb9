import { theme as kit, type ThemeConfig } from 'antd';
import { mix } from '#lib/colour.ts';
import { isDark, type Theme } from '#lib/theme.ts';

const style = getComputedStyle(document.documentElement);
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The kit's tokens out of our custom properties, so that a colour is said once. */
export function kitTheme(theme: Theme): ThemeConfig {
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    zeroRuntime: true,
    algorithm: isDark(theme) ? kit.darkAlgorithm : kit.defaultAlgorithm,
    token: {
      motion: !calm.matches,
      fontFamily: of('font'),
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 5,
      controlHeight: 32,
      wireframe: false,
      colorPrimary: of('accent-strong'),
      // The kit lightens on hover, below the contrast that white letters need.
      colorPrimaryHover: mix('#000000', of('accent-strong'), 0.12),
      colorPrimaryActive: mix('#000000', of('accent-strong'), 0.2),
      colorLink: of('accent-ink'),
      colorLinkHover: of('accent-ink'),
      colorLinkActive: of('accent-ink'),
      colorError: of('red'),
      colorWarning: of('orange'),
      colorSuccess: of('green'),
      colorInfo: of('accent-strong'),
      colorText: of('ink'),
      colorTextHeading: of('ink'),
      colorTextSecondary: of('ink-2'),
      colorTextTertiary: of('ink-3'),
      colorTextDescription: of('ink-3'),
      colorTextPlaceholder: of('ink-3'),
      colorIcon: of('ink-3'),
      colorBgLayout: of('ground'),
      colorBgContainer: of('surface'),
      colorBgElevated: of('raised'),
      colorBorder: of('line-strong'),
      colorBorderSecondary: of('line'),
      colorSplit: of('line'),
      colorPrimaryBg: of('accent-soft'),
      controlItemBgHover: of('hover'),
      controlItemBgActive: of('accent-soft'),
      controlItemBgActiveHover: of('accent-soft'),
      boxShadowTertiary: 'none',
    },
    components: {
      Button: {
        defaultBorderColor: mix(of('line-strong'), of('line'), 0.5),
        defaultHoverBg: of('hover'),
        defaultHoverColor: of('ink'),
        defaultHoverBorderColor: of('line-strong'),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // White on the pale red of the dark theme could not be read.
        dangerColor: of('surface'),
        fontWeight: 500,
      },
      Table: {
        headerBg: of('surface'),
        headerColor: of('ink-3'),
        headerSortActiveBg: of('surface'),
        headerSortHoverBg: of('hover'),
        bodySortBg: 'transparent',
        fixedHeaderSortActiveBg: of('surface'),
        headerSplitColor: 'transparent',
        rowHoverBg: of('hover'),
        rowSelectedBg: of('accent-soft'),
        rowSelectedHoverBg: of('accent-soft'),
        borderColor: of('line'),
      },
      Dropdown: { controlItemBgHover: of('hover') },
      Form: { labelColor: of('ink-2'), verticalLabelPadding: '0 0 4px' },
      Drawer: { paddingLG: 24 },
      Tabs: { itemSelectedColor: of('accent-ink'), inkBarColor: of('accent-strong') },
    },
  };
}
