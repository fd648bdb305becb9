import * as z from 'zod/mini';
import { requiredText, id, instant, text, withId } from '../../domain/fields.ts';
import { normalisePhone, phoneProblem } from '../../domain/phone.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { staffReport } from './resource.ts';
import { reportCode, reportToken, reportView } from './views.ts';

const path = '/bus/staffreport';

const code = {
  /** Number of the tenant that supervises the enterprise. */
  tenantId,
  token: reportToken,
};
const open = { permit: 'public' as const, rate: 'lookup' as const };

export const staffReportCalls = {
  ...crud(staffReport, path, { impersonation: false }),
  totals: get(`${path}/totals`, {
    input: z.object({ /** Id of an enterprise; by default the caller's own. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.object({ rewards: z.int(), /** Sum of the rewards in fen. */ rewardFen: z.int() })),
    permit: 'bus:staffreport:index',
    activity: 'background',
  }),
  codes: get(`${path}/codes`, { answer: enveloped(z.array(reportCode)), permit: 'bus:staffreport:check' }),
  makeCode: post(`${path}/code`, {
    input: z.object({
      name: requiredText(30, '张贴位置'),
      /** Number of days for which the report code is valid. */
      days: z.int('请填写有效天数').check(z.gte(1, '有效天数至少 1 天'), z.lte(365, '有效天数最多 365 天')),
    }),
    answer: enveloped(z.object({ id, /** Report code secret; shown once. */ token: reportToken, expiresAt: instant })),
    secret: true,
    permit: 'bus:staffreport:check',
  }),
  revokeCode: post(`${path}/code/revoke`, { input: withId, permit: 'bus:staffreport:check' }),
  reportOpen: post(`${path}/open`, { input: z.object(code), answer: enveloped(reportView), ...open }),
  reportPhoto: post(`${path}/photo`, {
    input: z.object(code),
    // The secret is sent in the body: logs store URLs, so a URL must not contain it.
    in: { tenantId: 'body', token: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(z.object({ id, name: z.string() })),
    wait: 'upload',
    ...open,
  }),
  reportSend: post(`${path}/send`, {
    input: z.object({
      ...code,
      matter: requiredText(200, '举报内容'),
      place: z.optional(text(100, '地点')),
      /** Ids of the photos that were uploaded with this report code. */
      photos: z.array(id).check(z.maxLength(9, '照片最多 9 张')),
      /** Name of the reporter (举报人); the report is anonymous if absent. */
      reporterName: z.optional(text(30, '姓名')),
      reporterPhone: z.optional(
        z.string().check(
          z.overwrite(normalisePhone),
          z.refine((value) => phoneProblem(value) === null, '手机号格式不正确'),
        ),
      ),
    }),
    answer: enveloped(
      z.object({ /** Number of the report, with which the reporter can query its progress. */ no: z.string() }),
    ),
    ...open,
  }),
};
