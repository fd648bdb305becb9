import { userSetting, type UserSetting } from '@anlan/contract/modules/user/setting';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { defaultAccent } from './accent.ts';
import { keep, recall } from './storage.ts';
import { tokens } from './tokens.ts';

/** How the shell stands: which of its parts show, how close and how lively things are, and its colours (LY-14). */
export type ShellSettings = { [K in keyof UserSetting]-?: NonNullable<UserSetting[K]> };
/** A theme by its stored name. */
export type ThemeName = ShellSettings['themeName'];

/** What stands where nobody has said anything. */
export const defaultSettings: ShellSettings = {
  tabs: true,
  // Also in the user menu; shown in the top bar only where a person turns the switch on.
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

// The theme's name stands by itself, as the family keeps it; the script before the first paint reads both entries.
const load = (): UserSetting => {
  const { themeName } = z.safeParse(userSetting, { themeName: recall('local', 'themeName', z.string()) }).data ?? {};
  return { ...recall('local', 'settings', userSetting), ...(themeName ? { themeName } : {}) };
};
let said: UserSetting = load();
let current: ShellSettings = { ...defaultSettings, ...said };

function stand(next: UserSetting): void {
  said = next;
  current = { ...defaultSettings, ...next };
  for (const listener of listeners) listener();
}

function write(next: UserSetting): void {
  const { themeName, ...rest } = next;
  keep('local', 'settings', rest);
  keep('local', 'themeName', themeName ?? defaultSettings.themeName);
  stand(next);
}

/** Hears every change; the answer stops hearing. */
export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the shell stands, outside of components. */
export const shellSettings = (): ShellSettings => current;

/** How the shell stands. */
export const useShellSettings = (): ShellSettings => useSyncExternalStore(onSettings, shellSettings);

/** One of the settings, for whom the others do not matter. */
export const useShellSetting = <K extends keyof ShellSettings>(name: K): ShellSettings[K] =>
  useSyncExternalStore(onSettings, () => current[name]);

/** What this person changed here and the server has not been told. */
export function unsentSettings(): UserSetting {
  const kept = recall('local', 'settingsUnsent', unsentOf);
  return kept && kept.userId === tokens()?.userId ? kept.patch : {};
}

/** Notes what is still to be told. */
export const keepUnsent = (patch: UserSetting): void =>
  keep('local', 'settingsUnsent', { userId: tokens()?.userId ?? '', patch });

/** Changes how the shell stands, at once and for good: kept in this browser, and on the server as soon as it is there. */
export function setShellSettings(patch: UserSetting): void {
  keepUnsent({ ...unsentSettings(), ...patch });
  write({ ...said, ...patch });
}

/** What has been said so far, without what the server sets. */
export const saidSettings = (): UserSetting => said;

/** Puts in force what the server keeps. */
export const putSettings = (next: UserSetting): void => write(next);

/** Looks again at what another browser tab has kept. */
export const rereadSettings = (): void => stand(load());
