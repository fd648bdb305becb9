import * as z from 'zod/mini';
import { day, whole } from '../../domain/fields.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/call-table.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { wxMessage } from '../wx-message/views.ts';
import { wxStatDay, wxStatKinds } from './views.ts';

const look = { permit: 'wxmp:wxuser:index' } as const;
export const wxStatCalls = {
  /** Returns counts for each day of a period of at most 92 days, newest first, and the current number of followers. */
  days: get('/weixin/wxstat/days', {
    input: z.object({ appId: z.optional(wxAppId), from: day, to: day }),
    answer: enveloped(z.object({ followers: whole, days: z.array(wxStatDay) })),
    ...look,
  }),
  /** Lists the messages and events that a count of a day or period contains, newest first. */
  rows: get('/weixin/wxstat/rows', {
    input: pageQuery(
      {
        appId: z.optional(wxAppId),
        day,
        /** Last day of a period whose first day is `day`. */
        to: z.optional(day),
        kind: z.enum(wxStatKinds, '请选择要查看的数字'),
      },
      [],
    ),
    answer: enveloped(pageOf(wxMessage)),
    permit: 'wxmp:wxmsg:index',
  }),
};
