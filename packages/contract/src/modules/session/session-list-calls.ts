import * as z from 'zod/mini';
import { codeMapping, id, text, withId } from '../../domain/fields.ts';
import { userType } from './session.ts';
import { onlineSession, ownSession, pastSignIn } from './session-views.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

export const sessionOwnCalls = {
  own: get('/auth/session/page', {
    input: pageQuery({}, ['lastSeenAt']),
    answer: enveloped(pageOf(ownSession)),
    permit: 'signed-in',
  }),
  endOwn: get('/auth/session/del/{id}', { input: withId, effect: 'write', permit: 'signed-in' }),
  endOthers: post('/auth/session/endOthers', { permit: 'signed-in' }),
  history: get('/auth/session/history', {
    input: pageQuery({}, []),
    answer: enveloped(pageOf(pastSignIn)),
    permit: 'signed-in',
  }),
  confirm: post('/auth/session/confirm', {
    input: z.object({ password: z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(1024)) }),
    encryptedFields: ['password'],
    permit: 'signed-in',
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
  }),
  endOnline: get('/upms/token/del/{id}', { input: withId, effect: 'write', permit: 'sys:token:del' }),
};
