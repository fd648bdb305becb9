import * as z from 'zod/mini';
import { id, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/call-table.ts';
import { report } from './resource.ts';
import { comparedReport, reportSheet } from './views.ts';

const path = '/bus/monthlyreport';

export const reportCalls = {
  ...crud(report, path, { impersonation: false }),
  sheet: get(`${path}/sheet/{id}`, { input: withId, answer: enveloped(reportSheet), permit: 'bus:report:index' }),
  /** Returns the enterprise's last submitted reports up to this period, newest first. */
  compare: get(`${path}/compare/{id}`, {
    input: withId,
    answer: enveloped(z.array(comparedReport)),
    permit: 'bus:report:index',
  }),
  /** Returns the signed PDF of an edition; by default of the latest edition. */
  pdf: get(`${path}/pdf/{id}`, {
    input: z.object({ id, edition: z.optional(whole) }),
    in: { id: 'path' },
    answer: file('pdf'),
    permit: 'bus:report:index',
    wait: 'export',
  }),
  /** Reminds the head of the enterprise to sign a report that is filled in; once a day. */
  remindSigner: post(`${path}/remindSigner`, { input: withId, in: {}, permit: 'bus:report:edit' }),
  /** Reminds enterprises of missing reports; each at most once a day. */
  remind: post(`${path}/remind`, {
    input: z.object({
      ids: z.array(id).check(z.minLength(1, '请选择要催报的月报'), z.maxLength(200, '一次最多催报 200 份')),
    }),
    answer: enveloped(
      z.object({
        reminded: z.int(),
        /**
         * Number of reports without a reminder: the report is submitted or not due, or the enterprise was already
         * reminded today.
         */ left: z.int(),
      }),
    ),
    permit: 'bus:report:audit',
  }),
};
