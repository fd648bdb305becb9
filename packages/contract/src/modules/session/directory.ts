import * as z from 'zod/mini';
import { tenantId, tokenAnswer } from './session.ts';
import { bindTicket } from './oauth.ts';

export const directoryQuery = z.object({
  tenantId,
  /** Key of the directory to use if a trusted proxy has authenticated the person. */
  directory: z.optional(z.string().check(z.maxLength(32))),
});

export const directoryChoice = z.object({
  id: z.string(),
  name: z.string(),
});

/** Response of /adindex: the directories, or tokens if a trusted proxy has authenticated the person. */
export const directoryOptions = z.union([
  tokenAnswer,
  z.object({
    /** Directories of the tenant; the list may be empty. */
    directories: z.array(directoryChoice),
  }),
]);
export type DirectoryOptions = z.output<typeof directoryOptions>;

export const directorySignIn = z.object({
  tenantId,
  /** Key of the directory; not required if there is only one. */
  directory: z.optional(z.string().check(z.maxLength(32))),
  /** Account name in the directory: `u`, `u@domain` or `DOMAIN\u`. */
  username: z.string().check(z.maxLength(256)),
  /** Password encrypted with the block cipher (CA-21); never read from a query. */
  password: z.string().check(z.maxLength(1024)),
  userType: z.optional(z.enum(['0', '1', '2', '9', ''])),
  /** Id of the enterprise to open after sign-in; if empty, the last used enterprise. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
export type DirectorySignIn = z.output<typeof directorySignIn>;

/** Sends an SMS code to the phone of the local account that the person wants to prove. */
export const directoryCode = z.object({
  tenantId,
  /** Ticket from a sign-in that returned 417. */
  bindTicket,
});
export type DirectoryCode = z.output<typeof directoryCode>;

/** Proves the local account by its password, or by the SMS code that was sent to the phone of the account. */
export const directoryProofInput = z
  .object({
    tenantId,
    bindTicket,
    /** Password of the account, encrypted with the block cipher (CA-21). */
    password: z.optional(z.string().check(z.maxLength(1024))),
    code: z.optional(z.string().check(z.maxLength(16), z.trim())),
    shopId: z.optional(z.string().check(z.maxLength(36))),
  })
  .check(
    z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      error: '请输入密码或短信验证码',
    }),
  );
export type DirectoryProofInput = z.output<typeof directoryProofInput>;
