import { userSetting, type UserSetting } from '@anlan/contract/modules/user/setting';
import * as z from 'zod/mini';

const anything = z.record(z.string(), z.unknown());

/** What keeps others out is written down; one's own looks are nobody's business, and would bury the log. */
export const traced: ReadonlySet<string> = new Set<keyof UserSetting>(['autoLockMinutes']);

/** What of a kept setting this release still knows; the rest is as if nobody had said it. */
export function parseSetting(kept: unknown): UserSetting {
  const found = anything.safeParse(kept).data ?? {};
  return Object.entries(found).reduce<UserSetting>((all, [key, value]) => {
    const one = userSetting.safeParse({ [key]: value });
    return one.success ? { ...all, ...one.data } : all;
  }, {});
}
