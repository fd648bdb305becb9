import * as z from 'zod/mini';
import { tenantId, tokenAnswer } from './session.ts';
import { bindTicket } from './oauth.ts';

/** GET /auth/adlogin/loginWeb. */
export const directoryQuery = z.object({
  /** Tenant to sign in to. */
  tenantId,
  /** Directory to use where a proxy vouches for the person. */
  directory: z.optional(z.string().check(z.maxLength(32))),
});

/** A directory to choose from. */
export const directoryChoice = z.object({
  /** Its key. */
  id: z.string(),
  /** Its name. */
  name: z.string(),
});

/** What /adindex needs: the directories, and tokens where a trusted proxy has vouched for the person already. */
export const directoryDoor = z.union([
  tokenAnswer,
  z.object({
    /** Directories of the tenant; none where none is set up. */
    directories: z.array(directoryChoice),
  }),
]);
/** What /adindex needs. */
export type DirectoryDoor = z.output<typeof directoryDoor>;

/** POST /auth/adlogin/loginWeb. */
export const directorySignIn = z.object({
  /** Tenant to sign in to. */
  tenantId,
  /** Key of the directory; the only one where there is one. */
  directory: z.optional(z.string().check(z.maxLength(32))),
  /** Account name there: `u`, `u@domain` or `DOMAIN\u`. */
  username: z.string().check(z.maxLength(256)),
  /** Password under the block cipher (CA-21); never read from a query. */
  password: z.string().check(z.maxLength(1024)),
  /** Kind of person, wire value. */
  userType: z.optional(z.enum(['0', '1', '2', '9', ''])),
  /** Enterprise to begin in; the one used last when empty. */
  shopId: z.optional(z.string().check(z.maxLength(36))),
});
/** What a directory sign-in brings. */
export type DirectorySignIn = z.output<typeof directorySignIn>;

/** POST /auth/adlogin/code: a code to the phone of the account that is to be proven. */
export const directoryCode = z.object({
  /** Tenant to sign in to. */
  tenantId,
  /** From a sign-in that met 417. */
  bindTicket,
});
/** Whose account is to be proven. */
export type DirectoryCode = z.output<typeof directoryCode>;

/** POST /auth/adlogin/prove: the account's own password, or the code that came to its own phone. */
export const directoryProve = z
  .object({
    /** Tenant to sign in to. */
    tenantId,
    /** From a sign-in that met 417. */
    bindTicket,
    /** Password of the account under the block cipher (CA-21). */
    password: z.optional(z.string().check(z.maxLength(1024))),
    /** The code that came for signing in. */
    code: z.optional(z.string().check(z.maxLength(16), z.trim())),
    /** Enterprise to begin in; the one used last when empty. */
    shopId: z.optional(z.string().check(z.maxLength(36))),
  })
  .check(
    z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      error: '请输入密码或短信验证码',
    }),
  );
/** What proves an account. */
export type DirectoryProve = z.output<typeof directoryProve>;
