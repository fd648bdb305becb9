import * as z from 'zod/mini';
import { id, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/dialect.ts';
import { report } from './resource.ts';
import { comparedReport, reportSheet } from './views.ts';

const path = '/bus/monthlyreport';

/** Calls of reports (安全月报、隐患统计). */
export const reportCalls = {
  ...crud(report, path, { impersonation: false }),
  sheet: get(`${path}/sheet/{id}`, {
    input: withId,
    answer: enveloped(reportSheet),
    permit: 'bus:report:index',
    origin: 'chosen',
  }),
  /** The last periods of the same enterprise that were sent, up to and with this one, newest first. */
  compare: get(`${path}/compare/{id}`, {
    input: withId,
    answer: enveloped(z.array(comparedReport)),
    permit: 'bus:report:index',
    origin: 'chosen',
  }),
  /** The signed paper of an edition; the last one where none is named. */
  pdf: get(`${path}/pdf/{id}`, {
    input: z.object({ id, edition: z.optional(whole) }),
    in: { id: 'path' },
    answer: file('pdf'),
    permit: 'bus:report:index',
    wait: 'export',
    origin: 'chosen',
  }),
  /** Reminds enterprises of what they did not report; each once a day. */
  remind: post(`${path}/remind`, {
    input: z.object({
      /** The reports. */
      ids: z.array(id).check(z.minLength(1, '请选择要催报的月报'), z.maxLength(200, '一次最多催报 200 份')),
    }),
    answer: enveloped(
      z.object({
        /** Reminded now. */ reminded: z.int(),
        /** Left out: reported, not due, or reminded today. */ left: z.int(),
      }),
    ),
    permit: 'bus:report:audit',
    origin: 'chosen',
  }),
};
