import { userSetting, type UserSetting } from '@anlan/contract/modules/user/layout-setting';
import * as z from 'zod/mini';

const anything = z.record(z.string(), z.unknown());

/**
 * Settings whose changes are audited: only the automatic lock, because it protects access. Other settings would flood
 * the log.
 */
export const traced: ReadonlySet<string> = new Set<keyof UserSetting>(['autoLockMinutes']);

/** Returns the stored settings that this release supports and ignores others. */
export function parseSetting(storedSetting: unknown): UserSetting {
  const rawSettings = anything.safeParse(storedSetting).data ?? {};
  return Object.entries(rawSettings).reduce<UserSetting>((all, [key, value]) => {
    const one = userSetting.safeParse({ [key]: value });
    return one.success ? { ...all, ...one.data } : all;
  }, {});
}
