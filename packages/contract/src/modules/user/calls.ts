import * as z from 'zod/mini';
import { codeMapping, text, withId } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';
import { officer, organNode, personCard, userInfo } from './user.ts';
import { enveloped, get } from '../../http/call-table.ts';

export const userCalls = {
  info: get('/upms/user/info', {
    input: z.object({ channel: z.optional(z.enum(['pc'])) }),
    answer: enveloped(userInfo),
    permit: 'signed-in',
    activity: 'background',
    allowedRestrictions: ['mustChangePassword', 'mustEnrol'],
    origin: 'spec §7',
  }),
  list: get('/upms/user/list', {
    aliasPaths: ['/upms/user/list/'],
    input: z.object({
      /** Kind of the returned people; by default regulators. */
      type: z.optional(codeMapping(userType)),
      /** Search text: prefix of the display name or of the account name. */
      keyword: z.optional(text(64)),
    }),
    answer: enveloped(z.array(officer)),
    // Requires no permit of account administration, because people without such a permit also select officers.
    permit: 'sys:organ:index',
    origin: 'spec §7',
  }),
  organTree: get('/upms/organ/tree', { answer: enveloped(z.array(organNode)), permit: 'sys:organ:index' }),
  card: get('/upms/user/card/{id}', { input: withId, answer: enveloped(personCard), permit: 'signed-in' }),
};
