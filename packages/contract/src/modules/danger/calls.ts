import * as z from 'zod/mini';
import { day, requiredText, id, idVersion, instant, oneOrMany, prose, text, withId } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { files, money } from '../../kit/field.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { danger, type DangerInput } from './resource.ts';
import {
  board,
  dangerArea,
  dangerCounts,
  dangerStart,
  dangerStatistics,
  dangerSummary,
  earlierDangers,
  majorCriterion,
  repairEntry,
  repairLink,
  repairToken,
  repairView,
  standardDanger,
  statisticsQuery,
  summaryExportColumns,
  summaryFilter,
  summarySortable,
} from './views.ts';

const path = '/bus/enterpriseexpinfo';
const look = { permit: 'bus:enterpriseexpinfo:index' } as const;
const seen = { ...look, activity: 'background' } as const;

/** Input for a danger that was fixed when it was found. */
const repairInput = {
  measures: prose(1000, '整改措施').check(z.minLength(1, '整改措施不能为空')),
  photosAfter: files('整改后照片', { purpose: 'photo', least: 1, most: 9 }).schemas.input,
  /** Cost of the repair (整改资金) in fen */
  costFen: z.optional(z.nullable(money('整改资金').schemas.input)),
};
export interface OnSpotRepair {
  measures: string;
  photosAfter: { id: string; name: string }[];
  costFen?: number | null | undefined;
}
// Input for a new danger together with its repair. The cast is needed because the type of the resource's schema hides
// its shape.
const onSpotInput = z.object({
  ...(danger.input as unknown as z.ZodMiniObject).shape,
  ...repairInput,
}) as unknown as z.ZodMiniType<DangerInput & OnSpotRepair>;

// Input that identifies a repair link. The holder of the link sends it.
const linkKey = { tenantId, token: repairToken };

export const dangerCalls = {
  ...crud(danger, path, { impersonation: false }),
  /** Records a danger that was fixed when it was found (当场整改). Another person must accept the repair. */
  fixOnSpot: post(`${path}/fixOnSpot`, {
    input: onSpotInput,
    answer: enveloped(idVersion),
    permit: 'bus:enterpriseexpinfo:add',
  }),
  counts: get(`${path}/counts`, { input: dangerArea, answer: enveloped(dangerCounts), ...seen }),
  summary: get(`${path}/summary`, {
    input: pageQuery(summaryFilter, summarySortable),
    answer: enveloped(pageOf(dangerSummary)),
    ...look,
  }),
  summaryExport: get(`${path}/summary/export`, {
    input: pageQuery(
      { ...summaryFilter, columns: z.optional(oneOrMany(z.enum(summaryExportColumns))) },
      summarySortable,
    ),
    answer: file('xlsx'),
    permit: 'bus:enterpriseexpinfo:export',
    wait: 'export',
  }),
  board: get(`${path}/board`, {
    input: z.object({
      enterpriseId: z.optional(id),
      /** First day on which the dangers were found; by default three months ago. */
      from: z.optional(day),
      /** Last day on which the dangers were found; by default today. */
      to: z.optional(day),
    }),
    answer: enveloped(board),
    ...look,
  }),
  statistics: get(`${path}/statistics`, { input: statisticsQuery, answer: enveloped(dangerStatistics), ...look }),
  statisticsExport: get(`${path}/statistics/export`, {
    input: statisticsQuery,
    answer: file('xlsx'),
    permit: 'bus:enterpriseexpinfo:export',
    wait: 'export',
  }),
  standards: get(`${path}/standards`, {
    input: z.object({ keyword: z.optional(text(limits.search.max)), category: z.optional(text(32)) }),
    answer: enveloped(z.array(standardDanger)),
    ...seen,
  }),
  criteria: get(`${path}/criteria`, {
    input: z.object({ /** Id of an enterprise; dangers of its trade come first. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(majorCriterion)),
    ...seen,
  }),
  start: get(`${path}/start`, {
    input: z.object({ enterpriseId: z.optional(id) }),
    answer: enveloped(dangerStart),
    ...seen,
  }),
  earlier: get(`${path}/earlier`, {
    input: z.object({ enterpriseId: z.optional(id), category: text(32), place: text(100) }),
    answer: enveloped(earlierDangers),
    ...seen,
  }),
  links: get(`${path}/links/{id}`, {
    input: withId,
    answer: enveloped(z.object({ links: z.array(repairLink), entries: z.array(repairEntry) })),
    ...look,
  }),
  makeLink: post(`${path}/link`, {
    input: z.object({
      id,
      name: requiredText(30, '维修单位或人员'),
      /** Lifetime of the link in days. */
      days: z.int('请填写有效天数').check(z.gte(1, '有效天数至少 1 天'), z.lte(30, '有效天数最多 30 天')),
    }),
    answer: enveloped(
      z.object({
        id,
        /** Secret of the link; returned only once. */
        token: repairToken,
        expiresAt: instant,
      }),
    ),
    secret: true,
    permit: 'bus:enterpriseexpinfo:fix',
  }),
  revokeLink: post(`${path}/link/revoke`, { input: z.object({ id }), permit: 'bus:enterpriseexpinfo:fix' }),
  repairOpen: post(`${path}/repair`, {
    input: z.object(linkKey),
    answer: enveloped(repairView),
    permit: 'public',
    rate: 'lookup',
  }),
  repairPhoto: post(`${path}/repair/photo`, {
    input: z.object(linkKey),
    // A secret must not be in a URL, because logs store URLs.
    in: { tenantId: 'body', token: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(z.object({ /** Id of the photo; the note refers to it. */ id, name: z.string() })),
    permit: 'public',
    wait: 'upload',
    rate: 'lookup',
  }),
  repairNote: post(`${path}/repair/note`, {
    input: z.object({
      ...linkKey,
      note: requiredText(500, '维修说明'),
      photos: z.array(id).check(z.maxLength(9, '照片最多 9 张')),
    }),
    permit: 'public',
    rate: 'lookup',
  }),
};
