import * as z from 'zod/mini';
import { day, filled, id, idVersion, instant, prose, text, withId } from '../../domain/fields.ts';
import type { Page, PageInput } from '../../domain/paging.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { files, money } from '../../kit/field.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';
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
  summaryFilter,
  summarySortable,
} from './views.ts';

const path = '/bus/enterpriseexpinfo';
const look = { permit: 'bus:enterpriseexpinfo:index', origin: 'chosen' } as const;
const seen = { ...look, activity: 'background' } as const;

/** What is said of a danger that was put right as it was found. */
const fixed = {
  /** 整改措施 */
  measures: prose(1000, '整改措施').check(z.minLength(1, '整改措施不能为空')),
  /** 整改后照片 */
  photosAfter: files('整改后照片', { purpose: 'photo', least: 1, most: 9 }).schemas.input,
  /** 整改资金 in fen */
  costFen: z.optional(z.nullable(money('整改资金').schemas.input)),
};
/** A danger that was put right as it was found. */
export interface FixedOnSpot {
  measures: string;
  photosAfter: { id: string; name: string }[];
  costFen?: number | null | undefined;
}
// A new danger with what was done about it; made from the resource's own schema, whose type says no shape.
const onSpotInput = z.object({
  ...(danger.input as unknown as z.ZodMiniObject).shape,
  ...fixed,
}) as unknown as z.ZodMiniType<DangerInput & FixedOnSpot>;

// What the holder of a link shows.
const linkKey = {
  /** The unit that the danger is of. */
  tenantId,
  /** The secret of the link. */
  token: repairToken,
};

/** Calls of hidden dangers (隐患). */
export const dangerCalls = {
  ...crud(danger, path, { impersonation: false }),
  /** 当场整改: found and put right at once; somebody else accepts it. */
  fixOnSpot: post(`${path}/fixOnSpot`, {
    input: onSpotInput,
    answer: enveloped(idVersion),
    permit: 'bus:enterpriseexpinfo:add',
    origin: 'chosen',
  }),
  counts: get(`${path}/counts`, { input: dangerArea, answer: enveloped(dangerCounts), ...seen }),
  summary: get(`${path}/summary`, {
    input: pageQuery(summaryFilter, summarySortable),
    answer: enveloped(pageOf(dangerSummary)),
    ...look,
  }),
  summaryExport: get(`${path}/summary/export`, {
    input: pageQuery(summaryFilter, summarySortable),
    answer: file('xlsx'),
    permit: 'bus:enterpriseexpinfo:export',
    wait: 'export',
    origin: 'chosen',
  }),
  board: get(`${path}/board`, {
    input: z.object({
      /** The caller's own where it is left out. */
      enterpriseId: z.optional(id),
      /** First day found; three months ago when empty. */
      from: z.optional(day),
      /** Last day found; today when empty. */
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
    origin: 'chosen',
  }),
  standards: get(`${path}/standards`, {
    input: z.object({
      /** Part of its title. */
      keyword: z.optional(text(limits.search.max)),
      /** One category alone. */
      category: z.optional(text(32)),
    }),
    answer: enveloped(z.array(standardDanger)),
    ...seen,
  }),
  criteria: get(`${path}/criteria`, {
    input: z.object({ /** Those of its trade stand first. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(majorCriterion)),
    ...seen,
  }),
  start: get(`${path}/start`, {
    input: z.object({ /** The caller's own where it is left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(dangerStart),
    ...seen,
  }),
  earlier: get(`${path}/earlier`, {
    input: z.object({
      /** The caller's own where it is left out. */
      enterpriseId: z.optional(id),
      category: text(32),
      place: text(100),
    }),
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
      /** Id of the danger. */
      id,
      /** For whom it is: a firm or a person. */
      name: filled(30, '维修单位或人员'),
      /** Days that it lives. */
      days: z.int('请填写有效天数').check(z.gte(1, '有效天数至少 1 天'), z.lte(30, '有效天数最多 30 天')),
    }),
    answer: enveloped(
      z.object({
        id,
        /** The secret; shown once. */
        token: repairToken,
        expiresAt: instant,
      }),
    ),
    secret: true,
    permit: 'bus:enterpriseexpinfo:fix',
    origin: 'chosen',
  }),
  revokeLink: post(`${path}/link/revoke`, {
    input: z.object({ /** Id of the link. */ id }),
    answer: nothing,
    permit: 'bus:enterpriseexpinfo:fix',
    origin: 'chosen',
  }),
  repairOpen: post(`${path}/repair`, {
    input: z.object(linkKey),
    answer: enveloped(repairView),
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  repairPhoto: post(`${path}/repair/photo`, {
    input: z.object(linkKey),
    // A secret does not belong into addresses, which logs keep.
    in: { tenantId: 'body', token: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(z.object({ /** Id of the photo, to be named by the note. */ id, name: z.string() })),
    permit: 'public',
    wait: 'upload',
    rate: 'lookup',
    origin: 'chosen',
  }),
  repairNote: post(`${path}/repair/note`, {
    input: z.object({
      ...linkKey,
      note: filled(500, '维修说明'),
      /** Photos that were uploaded by this link. */
      photos: z.array(id).check(z.maxLength(9, '照片最多 9 张')),
    }),
    answer: nothing,
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
};
/** A request for the summary by enterprise. */
export type SummaryInput = PageInput<
  { keyword?: string | undefined; region?: string[] | undefined },
  (typeof summarySortable)[number]
>;
/** A page of the summary. */
export type SummaryPage = Page<z.output<typeof dangerSummary>>;
