import { userSetting, type UserSetting } from '@anlan/contract/modules/user/layout-setting';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { defaultAccent } from './accent.ts';
import { saveItem, loadItem } from './storage.ts';
import { tokens } from './tokens.ts';

/** The settings of the shell: visible parts, density, motion and colours (LY-14). */
export type ShellSettings = { [K in keyof UserSetting]-?: NonNullable<UserSetting[K]> };
export type ThemeName = ShellSettings['themeName'];

export const defaultSettings: ShellSettings = {
  tabs: true,
  // Off by default, because these buttons are also in the user menu.
  log: false,
  theme: false,
  themeColor: false,
  fullScreen: false,
  lock: false,
  search: true,
  collapse: true,
  density: 'middle',
  motion: 'system',
  autoLockMinutes: 0,
  folded: false,
  themeName: 'theme-white',
  accent: defaultAccent,
  followSystem: false,
};

const unsentOf = z.object({ userId: z.string(), patch: userSetting });
const listeners = new Set<() => void>();

// The name of the theme has its own storage entry, as in the other products of the family. public/theme.js reads both
// entries before the first paint.
const load = (): UserSetting => {
  const { themeName } = z.safeParse(userSetting, { themeName: loadItem('local', 'themeName', z.string()) }).data ?? {};
  return { ...loadItem('local', 'settings', userSetting), ...(themeName ? { themeName } : {}) };
};
let ownSettings: UserSetting = load();
let current: ShellSettings = { ...defaultSettings, ...ownSettings };

function applySettings(next: UserSetting): void {
  ownSettings = next;
  current = { ...defaultSettings, ...next };
  for (const listener of listeners) listener();
}

function write(next: UserSetting): void {
  const { themeName, ...rest } = next;
  saveItem('local', 'settings', rest);
  saveItem('local', 'themeName', themeName ?? defaultSettings.themeName);
  applySettings(next);
}

/** Subscribes to changes of the settings; returns an unsubscribe function. */
export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const shellSettings = (): ShellSettings => current;

export const useShellSettings = (): ShellSettings => useSyncExternalStore(onSettings, shellSettings);

export const useShellSetting = <K extends keyof ShellSettings>(name: K): ShellSettings[K] =>
  useSyncExternalStore(onSettings, () => current[name]);

/** Local changes of this user that the server has not confirmed. */
export function unsentSettings(): UserSetting {
  const unsent = loadItem('local', 'settingsUnsent', unsentOf);
  return unsent && unsent.userId === tokens()?.userId ? unsent.patch : {};
}

export const storeUnsent = (patch: UserSetting): void =>
  saveItem('local', 'settingsUnsent', { userId: tokens()?.userId ?? '', patch });

/** Changes settings at once and stores them as unsent; they are sent to the server when possible. */
export function setShellSettings(patch: UserSetting): void {
  storeUnsent({ ...unsentSettings(), ...patch });
  write({ ...ownSettings, ...patch });
}

export const getOwnSettings = (): UserSetting => ownSettings;

export const putSettings = (next: UserSetting): void => write(next);

export const rereadSettings = (): void => applySettings(load());
