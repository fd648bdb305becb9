import * as z from 'zod/mini';
import { coded, text, withId } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';
import { officer, organNode, personCard, userInfo } from './user.ts';
import { enveloped, get } from '../../http/dialect.ts';

/** People of a tenant and its organisation. */
export const userCalls = {
  info: get('/upms/user/info', {
    input: z.object({
      /** Kind of client; pc for the page. */
      channel: z.optional(z.enum(['pc'])),
    }),
    answer: enveloped(userInfo),
    permit: 'signed-in',
    activity: 'background',
    despite: ['mustChangePassword', 'mustEnrol'],
    origin: 'spec §7',
  }),
  list: get('/upms/user/list', {
    also: ['/upms/user/list/'],
    input: z.object({
      /** Kind of person; regulators when empty. */
      type: z.optional(coded(userType)),
      /** Beginning of the name shown or of the account name. */
      keyword: z.optional(text(64)),
    }),
    answer: enveloped(z.array(officer)),
    // Officers are chosen by people who do not run accounts.
    permit: 'sys:organ:index',
    origin: 'spec §7',
  }),
  organTree: get('/upms/organ/tree', {
    answer: enveloped(z.array(organNode)),
    permit: 'sys:organ:index',
    origin: 'chosen',
  }),
  card: get('/upms/user/card/{id}', {
    input: withId,
    answer: enveloped(personCard),
    permit: 'signed-in',
    origin: 'chosen',
  }),
};
