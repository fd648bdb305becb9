import * as z from 'zod/mini';
import { enrolment, factorState, recoveryCodes, secondCode, totpCode } from './second-factor.ts';
import { tokenAnswer } from './session.ts';
import { bare, enveloped, get, nothing, post } from '../../http/dialect.ts';

const withPassword = z.object({
  /** The person's password, under the block cipher. */
  password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)),
});

/** The second factor (两步验证): a code of the person's own device beside the password (S04). */
export const secondFactorCalls = {
  factorState: get('/auth/mfa', {
    answer: enveloped(factorState),
    permit: 'signed-in',
    despite: ['mustEnrol'],
    origin: 'chosen',
  }),
  factorEnrol: post('/auth/mfa/enrol', {
    input: withPassword,
    ciphered: ['password'],
    answer: enveloped(enrolment),
    secret: true,
    permit: 'signed-in',
    despite: ['mustEnrol'],
    origin: 'chosen',
  }),
  factorConfirm: post('/auth/mfa/confirm', {
    input: z.object({
      /** The first code of the new secret. */
      code: totpCode,
    }),
    answer: enveloped(recoveryCodes),
    secret: true,
    permit: 'signed-in',
    despite: ['mustEnrol'],
    origin: 'chosen',
  }),
  factorRecovery: post('/auth/mfa/recovery', {
    input: withPassword,
    ciphered: ['password'],
    answer: enveloped(recoveryCodes),
    secret: true,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  factorRemove: post('/auth/mfa/remove', {
    input: withPassword,
    ciphered: ['password'],
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  secondStep: post('/auth/mfa/token', {
    input: z.object({
      /** What the first step answered. */
      ticket: z.string().check(z.maxLength(256)),
      /** Six digits of the device, or a recovery code. */
      code: secondCode,
    }),
    answer: bare(tokenAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    form: true,
    rate: 'sign-in',
    demo: true,
    origin: 'chosen',
  }),
};
