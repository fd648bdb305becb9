import { themeNames } from '@anlan/contract/modules/user/layout-setting';
import { useCallback, useId } from 'react';
import { accentVars } from '#lib/accent.ts';
import { setShellSettings, useShellSettings, type ThemeName } from '#lib/settings.ts';
import { isDark, setTheme, useTheme } from '#lib/theme.ts';
import './settings.css';
import { Tick } from './tick.tsx';

const labels: Record<ThemeName, string> = {
  'theme-white': '默认',
  'theme-star': '炫彩',
  'theme-black': '深色',
  'theme-gradual': '渐变',
};

/** Selects one of four themes; each shows a small preview with the current accent (LY-07). */
export function ThemeChoice() {
  const { name: inForce, accent } = useTheme();
  const { followSystem } = useShellSettings();
  const group = useId();
  return (
    <div className="themes" role="radiogroup" aria-label="主题">
      {themeNames.map((name) => (
        <label key={name} className="theme-card">
          <input
            type="radio"
            className="over"
            name={group}
            checked={name === inForce}
            onChange={() => setTheme({ name })}
            // When the system setting selected this theme, a click on it makes it the user's choice and turns off
            // `followSystem`.
            onClick={() => {
              if (followSystem && name === inForce) setShellSettings({ themeName: name, followSystem: false });
            }}
          />
          <Preview name={name} accent={accent} />
          <span className="theme-name">
            {labels[name]}
            {name === inForce && <Tick size={14} />}
          </span>
        </label>
      ))}
    </div>
  );
}

// A small preview of a theme: its custom properties apply to this box only.
function Preview({ name, accent }: { name: ThemeName; accent: string }) {
  const dress = useCallback(
    (box: HTMLElement | null) => {
      for (const [key, value] of Object.entries(accentVars(accent, isDark({ name }))))
        box?.style.setProperty(key, value);
    },
    [name, accent],
  );
  return (
    <span className="theme-shell" data-theme={name} ref={dress} aria-hidden="true">
      <span className="theme-top">
        <i className="theme-mark" />
        <i className="theme-word" />
        <i className="theme-word" />
        <i className="theme-face" />
      </span>
      <span className="theme-side">
        <i className="on" />
        <i />
        <i />
      </span>
      <span className="theme-work">
        <span className="theme-figures">
          <i />
          <i />
          <i />
        </span>
        <span className="theme-chart">
          <svg viewBox="0 0 84 26" preserveAspectRatio="none">
            <path className="area" d="M0 20 14 11 28 16 42 6 56 13 70 4 84 9V26H0z" />
            <path className="line" d="M0 20 14 11 28 16 42 6 56 13 70 4 84 9" />
          </svg>
          <b />
        </span>
      </span>
    </span>
  );
}
