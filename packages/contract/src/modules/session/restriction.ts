import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

/** Why a session is restricted: a locked screen, a required password change, or a missing second factor. */
export type Restriction = 'locked' | 'mustChangePassword' | 'mustEnrol';

/** Error text for calls that the restriction blocks. */
export const restrictionTexts: Readonly<Record<Restriction, string>> = {
  locked: '屏幕已锁定，请先解锁',
  mustChangePassword: '请先修改密码',
  mustEnrol: '请先启用两步验证',
};

/** `data` of the 403 response for a locked session: all data that the lock page needs. */
export const lockedData = z.object({
  locked: z.literal(true),
  name: z.string(),
  since: instant,
});
/** `data` of the 403 response for a session that needs a new password or a second factor. */
export const restrictionData = z.union([
  z.object({ mustChangePassword: z.literal(true) }),
  z.object({ mustEnrol: z.literal(true) }),
]);
