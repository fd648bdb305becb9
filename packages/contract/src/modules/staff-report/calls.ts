import * as z from 'zod/mini';
import { filled, id, instant, text, withId } from '../../domain/fields.ts';
import { normalisePhone, phoneProblem } from '../../domain/phone.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';
import { staffReport } from './resource.ts';
import { reportCode, reportToken, reportView } from './views.ts';

const path = '/bus/staffreport';

const code = {
  /** The unit that the enterprise is overseen by. */
  tenantId,
  /** The secret of the code. */
  token: reportToken,
};
const open = { permit: 'public' as const, rate: 'lookup' as const, origin: 'chosen' };

/** Calls of reports from staff (员工举报). */
export const staffReportCalls = {
  ...crud(staffReport, path, { impersonation: false }),
  totals: get(`${path}/totals`, {
    input: z.object({ /** The caller's own where it is left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(
      z.object({
        /** Rewards of this year. */ rewards: z.int(),
        /** What they cost together, in fen. */ rewardFen: z.int(),
      }),
    ),
    permit: 'bus:staffreport:index',
    activity: 'background',
    origin: 'chosen',
  }),
  codes: get(`${path}/codes`, {
    answer: enveloped(z.array(reportCode)),
    permit: 'bus:staffreport:check',
    origin: 'chosen',
  }),
  makeCode: post(`${path}/code`, {
    input: z.object({
      /** Where it will hang. */
      name: filled(30, '张贴位置'),
      /** Days that it lives. */
      days: z.int('请填写有效天数').check(z.gte(1, '有效天数至少 1 天'), z.lte(365, '有效天数最多 365 天')),
    }),
    answer: enveloped(z.object({ id, /** The secret; shown once. */ token: reportToken, expiresAt: instant })),
    secret: true,
    permit: 'bus:staffreport:check',
    origin: 'chosen',
  }),
  revokeCode: post(`${path}/code/revoke`, {
    input: withId,
    answer: nothing,
    permit: 'bus:staffreport:check',
    origin: 'chosen',
  }),
  reportOpen: post(`${path}/open`, { input: z.object(code), answer: enveloped(reportView), ...open }),
  reportPhoto: post(`${path}/photo`, {
    input: z.object(code),
    // A secret does not belong into addresses, which logs keep.
    in: { tenantId: 'body', token: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(z.object({ /** Id of the photo, to be named by the report. */ id, name: z.string() })),
    wait: 'upload',
    ...open,
  }),
  reportSend: post(`${path}/send`, {
    input: z.object({
      ...code,
      matter: filled(200, '举报内容'),
      place: z.optional(text(100, '地点')),
      /** Photos that were uploaded by this code. */
      photos: z.array(id).check(z.maxLength(9, '照片最多 9 张')),
      /** 举报人; anonymous where it is left out. */
      reporterName: z.optional(text(30, '姓名')),
      reporterPhone: z.optional(
        z.string().check(
          z.overwrite(normalisePhone),
          z.refine((value) => phoneProblem(value) === null, '手机号格式不正确'),
        ),
      ),
    }),
    answer: enveloped(z.object({ /** Number to ask after it by. */ no: z.string() })),
    ...open,
  }),
};
