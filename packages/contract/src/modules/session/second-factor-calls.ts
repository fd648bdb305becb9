import * as z from 'zod/mini';
import { enrolment, factorState, recoveryCodes, secondCode, totpCode } from './second-factor.ts';
import { tokenAnswer } from './session.ts';
import { bare, enveloped, get, post } from '../../http/call-table.ts';

const withPassword = z.object({
  password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)),
});

/** Calls for the second factor (两步验证): a code from the person's own device besides the password (S04). */
export const secondFactorCalls = {
  factorState: get('/auth/mfa', {
    answer: enveloped(factorState),
    permit: 'signed-in',
    allowedRestrictions: ['mustEnrol'],
  }),
  factorEnrol: post('/auth/mfa/enrol', {
    input: withPassword,
    encryptedFields: ['password'],
    answer: enveloped(enrolment),
    secret: true,
    permit: 'signed-in',
    allowedRestrictions: ['mustEnrol'],
  }),
  factorConfirm: post('/auth/mfa/confirm', {
    input: z.object({ code: totpCode }),
    answer: enveloped(recoveryCodes),
    secret: true,
    permit: 'signed-in',
    allowedRestrictions: ['mustEnrol'],
  }),
  factorRecovery: post('/auth/mfa/recovery', {
    input: withPassword,
    encryptedFields: ['password'],
    answer: enveloped(recoveryCodes),
    secret: true,
    permit: 'signed-in',
  }),
  factorRemove: post('/auth/mfa/remove', { input: withPassword, encryptedFields: ['password'], permit: 'signed-in' }),
  secondStep: post('/auth/mfa/token', {
    input: z.object({
      ticket: z.string().check(z.maxLength(256)),
      /** Six digits from the device, or a recovery code. */
      code: secondCode,
    }),
    answer: bare(tokenAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    form: true,
    rate: 'sign-in',
    demo: true,
  }),
};
