import * as z from 'zod/mini';
import { codeMapping, id, text, withId } from '../../domain/fields.ts';
import { userType } from './session.ts';
import { onlineSession, ownSession, pastSignIn } from './session-views.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/call-table.ts';

export const sessionOwnCalls = {
  own: get('/auth/session/page', {
    input: pageQuery({}, ['lastSeenAt']),
    answer: enveloped(pageOf(ownSession)),
    permit: 'signed-in',
    origin: 'chosen',
  }),
  endOwn: get('/auth/session/del/{id}', {
    input: withId,
    answer: nothing,
    effect: 'write',
    permit: 'signed-in',
    origin: 'chosen',
  }),
  endOthers: post('/auth/session/endOthers', { answer: nothing, permit: 'signed-in', origin: 'chosen' }),
  history: get('/auth/session/history', {
    input: pageQuery({}, []),
    answer: enveloped(pageOf(pastSignIn)),
    permit: 'signed-in',
    origin: 'chosen',
  }),
  confirm: post('/auth/session/confirm', {
    input: z.object({
      password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)),
    }),
    encryptedFields: ['password'],
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  online: get('/upms/token/page', {
    input: pageQuery(
      {
        /** Search text: part of the display name or of the account name. */
        keyword: z.optional(text(64)),
        type: z.optional(codeMapping(userType)),
        enterpriseId: z.optional(id),
      },
      ['lastSeenAt', 'startedAt'],
    ),
    answer: enveloped(pageOf(onlineSession)),
    permit: 'sys:token:index',
    origin: 'chosen',
  }),
  endOnline: get('/upms/token/del/{id}', {
    input: withId,
    answer: nothing,
    effect: 'write',
    permit: 'sys:token:del',
    origin: 'chosen',
  }),
};
