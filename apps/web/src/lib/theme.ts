import { useSyncExternalStore } from 'react';
import { accentVars, defaultAccent } from './accent.ts';
import { onSettings, setShellSettings, shellSettings, type ShellSettings, type ThemeName } from './settings.ts';
import { forget, keep } from './storage.ts';

export type { ThemeName } from './settings.ts';
/** How the page looks. */
export interface Theme {
  name: ThemeName;
  /** The picked accent, #rrggbb. */
  accent: string;
}

const night = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const root = document.documentElement;

// The picked one, or the dark or light one of the machine where that is wished.
const themeInForce = (
  { themeName, followSystem }: Pick<ShellSettings, 'themeName' | 'followSystem'>,
  dark: boolean,
): ThemeName => {
  if (!followSystem) return themeName;
  if (dark) return 'theme-black';
  return themeName === 'theme-black' ? 'theme-white' : themeName;
};

/** Whether a theme is a dark one. */
export const isDark = ({ name }: Pick<Theme, 'name'>): boolean => name === 'theme-black';

/** Whether nothing is to move: by the machine, or by the person. */
export const isCalm = (): boolean => calm.matches || shellSettings().motion === 'reduced';

let current: Theme | undefined;
const listeners = new Set<() => void>();

// The server's own accent stands in the style sheet.
function dress(accent: string, dark: boolean): void {
  const vars = accentVars(accent, dark);
  if (accent.toUpperCase() === defaultAccent) {
    for (const key of Object.keys(vars)) root.style.removeProperty(key);
    return forget('local', 'accentVars');
  }
  for (const [key, value] of Object.entries(vars)) root.style.setProperty(key, value);
  keep('local', 'accentVars', {
    light: dark ? accentVars(accent, false) : vars,
    dark: dark ? vars : accentVars(accent, true),
  });
}

function paint(): void {
  const settings = shellSettings();
  const { accent, density, motion } = settings;
  const name = themeInForce(settings, night.matches);
  root.dataset['theme'] = name;
  root.dataset['density'] = density;
  if (motion === 'reduced') root.dataset['motion'] = 'reduced';
  else delete root.dataset['motion'];
  if (current?.name === name && current.accent === accent) return;
  dress(accent, isDark({ name }));
  current = { name, accent };
  for (const listener of listeners) listener();
}
paint();
onSettings(paint);
night.addEventListener('change', paint);

const read = (): Theme => current ?? { name: 'theme-white', accent: defaultAccent };

/** The theme in force. */
export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);

/** Change the theme at once and for good; whoever picks one no longer follows the machine. */
export const setTheme = ({ name, accent }: Partial<Theme>): void =>
  setShellSettings({ ...(name ? { themeName: name, followSystem: false } : {}), ...(accent ? { accent } : {}) });
