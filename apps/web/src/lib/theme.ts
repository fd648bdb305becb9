import { useSyncExternalStore } from 'react';
import { accentVars, defaultAccent } from './accent.ts';
import { onSettings, setShellSettings, shellSettings, type ShellSettings, type ThemeName } from './settings.ts';
import { deleteItem, saveItem } from './storage.ts';

export type { ThemeName } from './settings.ts';
export interface Theme {
  name: ThemeName;
  accent: string;
}

const night = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const root = document.documentElement;

// The selected theme, or with `followSystem` the dark or light theme of the system.
const themeInForce = (
  { themeName, followSystem }: Pick<ShellSettings, 'themeName' | 'followSystem'>,
  dark: boolean,
): ThemeName => {
  if (!followSystem) return themeName;
  if (dark) return 'theme-black';
  return themeName === 'theme-black' ? 'theme-white' : themeName;
};

export const isDark = ({ name }: Pick<Theme, 'name'>): boolean => name === 'theme-black';

/** Whether animations are off, because of a system or a user setting. */
export const isMotionReduced = (): boolean => calm.matches || shellSettings().motion === 'reduced';

let current: Theme | undefined;
const listeners = new Set<() => void>();

// The default accent is defined in the style sheet, so it needs no computed colours.
function applyAccent(accent: string, dark: boolean): void {
  const vars = accentVars(accent, dark);
  if (accent.toUpperCase() === defaultAccent) {
    for (const key of Object.keys(vars)) root.style.removeProperty(key);
    return deleteItem('local', 'accentVars');
  }
  for (const [key, value] of Object.entries(vars)) root.style.setProperty(key, value);
  saveItem('local', 'accentVars', {
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
  applyAccent(accent, isDark({ name }));
  current = { name, accent };
  for (const listener of listeners) listener();
}
paint();
onSettings(paint);
night.addEventListener('change', paint);

const read = (): Theme => current ?? { name: 'theme-white', accent: defaultAccent };

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);

export const setTheme = ({ name, accent }: Partial<Theme>): void =>
  setShellSettings({ ...(name ? { themeName: name, followSystem: false } : {}), ...(accent ? { accent } : {}) });
