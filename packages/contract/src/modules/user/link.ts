import * as z from 'zod/mini';
import { coded } from '../../domain/fields.ts';
import { tenantId, userType } from '../session/session.ts';

const token = z.string('链接不完整').check(z.minLength(1, '链接不完整'), z.maxLength(128, '链接不完整'));

/** POST /auth/link. */
export const linkOpening = z.object({
  /** What stands behind the # of the link. */
  token,
});

/** What a link shows to whoever holds it, and no more. */
export const openedLink = z.object({
  /** The tenant of the account. */
  tenantId,
  /** The account's name. */
  username: z.string(),
  /** Kind of person. */
  type: coded(userType),
  /** Whether the new password follows the rules of protection of level three. */
  passwordProtected: z.boolean(),
});
/** What a link shows to whoever holds it. */
export type OpenedLink = z.output<typeof openedLink>;

/** POST /auth/link/token. */
export const linkPassword = z.object({
  /** What stands behind the # of the link. */
  token,
  /** The password wanted, under the block cipher. */
  password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)),
});
/** A first password, set with a link. */
export type LinkPassword = z.output<typeof linkPassword>;
