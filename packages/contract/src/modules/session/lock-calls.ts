import * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';

const word = z.string('锁屏密码不能为空').check(z.minLength(1, '锁屏密码不能为空'), z.maxLength(1024));

/** The lock of the screen, kept by the server (contracts §5). */
export const sessionLockCalls = {
  lock: post('/auth/session/lock', {
    input: z.object({
      /** The lock word, under the block cipher; demanded the first time. */
      password: z.optional(word),
      /** Whether the word replaces the one there is; demands the password of the account first. */
      set: z.optional(flag),
    }),
    ciphered: ['password'],
    answer: nothing,
    permit: 'signed-in',
    demo: true,
    origin: 'chosen',
  }),
  lockWord: get('/auth/session/lockWord', {
    answer: enveloped(
      z.object({
        /** Whether the person has a lock word. */
        known: z.boolean(),
      }),
    ),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  firstLockWord: post('/auth/session/lockWord', {
    input: z.object({
      /** The first lock word, under the block cipher; the screen stays open. */
      password: word,
    }),
    ciphered: ['password'],
    answer: nothing,
    permit: 'signed-in',
    demo: true,
    origin: 'chosen',
  }),
  unlock: post('/auth/session/unlock', {
    input: z.object({
      /** The lock word, under the block cipher. */
      password: word,
    }),
    ciphered: ['password'],
    answer: enveloped(z.null()),
    permit: 'signed-in',
    despite: ['locked'],
    demo: true,
    origin: 'chosen',
  }),
};
