import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

/** What may hold a session back: a locked screen, a password or a second factor that must be seen to first. */
export type Restriction = 'locked' | 'mustChangePassword' | 'mustEnrol';

/** What each says to whoever calls all the same. */
export const restrictionTexts: Readonly<Record<Restriction, string>> = {
  locked: '屏幕已锁定，请先解锁',
  mustChangePassword: '请先修改密码',
  mustEnrol: '请先启用两步验证',
};

/** `data` of the 403 that a locked session gets: all that the lock page shows. */
export const lockedData = z.object({
  /** Always true. */
  locked: z.literal(true),
  /** Name of the person. */
  name: z.string(),
  /** Since when. */
  since: instant,
});
/** What the lock page shows. */
export type LockedData = z.output<typeof lockedData>;
/** `data` of the 403 that a session gets whose password must change, or which lacks its second factor. */
export const restrictionData = z.union([
  z.object({ /** Always true. */ mustChangePassword: z.literal(true) }),
  z.object({ /** Always true. */ mustEnrol: z.literal(true) }),
]);
