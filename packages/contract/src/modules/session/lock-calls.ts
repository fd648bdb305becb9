import * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

const lockPassword = z.string('锁屏密码不能为空').check(z.minLength(1, '锁屏密码不能为空'), z.maxLength(1024));

/** Calls for the screen lock. The server stores the lock. */
export const sessionLockCalls = {
  lock: post('/auth/session/lock', {
    input: z.object({
      /** Lock password, encrypted with the block cipher; required the first time. */
      password: z.optional(lockPassword),
      /** Whether the password replaces the existing lock password. This requires the account password first. */
      set: z.optional(flag),
    }),
    encryptedFields: ['password'],
    permit: 'signed-in',
    demo: true,
  }),
  lockWord: get('/auth/session/lockWord', {
    answer: enveloped(z.object({ known: z.boolean() })),
    permit: 'signed-in',
    activity: 'background',
  }),
  firstLockWord: post('/auth/session/lockWord', {
    input: z.object({
      /** First lock password, encrypted with the block cipher. The call does not lock the screen. */
      password: lockPassword,
    }),
    encryptedFields: ['password'],
    permit: 'signed-in',
    demo: true,
  }),
  unlock: post('/auth/session/unlock', {
    input: z.object({ password: lockPassword }),
    encryptedFields: ['password'],
    answer: enveloped(z.null()),
    permit: 'signed-in',
    allowedRestrictions: ['locked'],
    demo: true,
  }),
};
