import * as z from 'zod/mini';
import { codeMapping } from '../../domain/fields.ts';
import { tenantId, userType } from '../session/session.ts';

const token = z.string('链接不完整').check(z.minLength(1, '链接不完整'), z.maxLength(128, '链接不完整'));

export const linkOpenInput = z.object({
  /** Secret of the link: the part after the #. */
  token,
});

/** Data that a link shows to its holder. The link shows no other data. */
export const openedLink = z.object({
  tenantId,
  username: z.string(),
  type: codeMapping(userType),
  /** Whether a new password must follow the rules of protection level three. */
  passwordProtected: z.boolean(),
});
export type OpenedLink = z.output<typeof openedLink>;

export const linkPassword = z.object({
  /** Secret of the link: the part after the #. */
  token,
  /** New password, encrypted with the block cipher. */
  password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)),
});
export type LinkPassword = z.output<typeof linkPassword>;
