import * as z from 'zod/mini';
import { day, whole } from '../../domain/fields.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/dialect.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { wxMessage } from '../wx-message/views.ts';
import { wxStatDay, wxStatKinds } from './views.ts';

const look = { permit: 'wxmp:wxuser:index', origin: 'chosen' } as const;
/** Calls of the numbers of public accounts. */
export const wxStatCalls = {
  /** Every day of a span, at most 92, the latest first; and how many follow now. */
  days: get('/weixin/wxstat/days', {
    input: z.object({ appId: z.optional(wxAppId), from: day, to: day }),
    answer: enveloped(z.object({ followers: whole, days: z.array(wxStatDay) })),
    ...look,
  }),
  /** The messages and events that a number of a day, or of a span of days, counts, the latest first. */
  rows: get('/weixin/wxstat/rows', {
    input: pageQuery(
      {
        appId: z.optional(wxAppId),
        day,
        /** The last day of a span that begins with `day`. */
        to: z.optional(day),
        kind: z.enum(wxStatKinds, '请选择要查看的数字'),
      },
      [],
    ),
    answer: enveloped(pageOf(wxMessage)),
    permit: 'wxmp:wxmsg:index',
    origin: 'chosen',
  }),
};
