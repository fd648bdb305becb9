import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { accentVars, defaultAccent } from './accent.ts';
import { forget, keep, recall } from './storage.ts';

const names = z.enum(['theme-white', 'theme-star', 'theme-black', 'theme-gradual']);
/** A theme by its stored name. */
export type ThemeName = z.output<typeof names>;
/** How the page looks. */
export interface Theme {
  name: ThemeName;
  /** The picked accent, #rrggbb. */
  accent: string;
}

const listeners = new Set<() => void>();
const readName = (): ThemeName => names.safeParse(document.documentElement.dataset['theme']).data ?? 'theme-white';
let current: Theme | undefined;

const read = (): Theme =>
  (current ??= {
    name: readName(),
    accent: recall('local', 'accent', z.string().check(z.regex(/^#[0-9a-f]{6}$/i))) ?? defaultAccent,
  });

/** The theme in force. */
export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);

/** Whether a theme is a dark one. */
export const isDark = ({ name }: Pick<Theme, 'name'>): boolean => name === 'theme-black';

/** Change the theme at once and for the next visits. */
export function setTheme(change: Partial<Theme>): void {
  current = { ...read(), ...change };
  const root = document.documentElement;
  root.dataset['theme'] = current.name;
  keep('local', 'themeName', current.name);
  keep('local', 'accent', current.accent);
  const own = current.accent.toUpperCase() === defaultAccent;
  const vars = accentVars(current.accent, isDark(current));
  for (const [name, value] of Object.entries(vars))
    if (own) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  if (own) forget('local', 'accentVars');
  else keep('local', 'accentVars', vars);
  for (const listener of listeners) listener();
}
