import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

/** A number that a screen shows, with all that says what it means (domain.md §2.12). */
export const figure = z.object({
  /** The number itself: a count, or a share in per cent with one decimal; null where there is nothing to divide by. */
  value: z.nullable(z.number()),
  /** What was counted. */
  numerator: z.int(),
  /** What it is a share of; null for a plain count. */
  denominator: z.nullable(z.int()),
  /** First day of the window; null where there is none. */
  from: z.nullable(z.string()),
  /** Last day of the window; null where there is none. */
  to: z.nullable(z.string()),
  /** When it was counted. */
  asOf: instant,
  /** Screen that lists what was counted, with the same filter; null where there is none. */
  href: z.nullable(z.string()),
});
/** A number that a screen shows. */
export type Figure = z.output<typeof figure>;

/** How many enterprises have each colour. */
export const colorCounts = z.object({
  /** 红 */ red: z.int(),
  /** 橙 */ orange: z.int(),
  /** 黄 */ yellow: z.int(),
  /** 蓝 */ blue: z.int(),
  /** 未评 */ unrated: z.int(),
});
/** How many enterprises have each colour. */
export type ColorCounts = z.output<typeof colorCounts>;

const part = z.extend(figure, {
  /** Value of the dictionary's item; empty where the field is not filled. */
  type: z.string(),
  /** Its label. */
  label: z.string(),
});
/** A figure of one item of a dictionary. */
export type FigurePart = z.output<typeof part>;

/** GET /bus/enterprise/getEnterpriseStatisticsCount. */
export const statisticsCount = z.object({
  /** 监管企业: active and suspended. */
  supervised: figure,
  /** 待审核 */
  underReview: figure,
  /** 停产停业 */
  suspended: figure,
  /** 本期新增: made active within the window, by somebody's decision. */
  added: figure,
  /** The same days of the month before. */
  addedBefore: figure,
  /** Made active within the window at once with an import. */
  addedByImport: figure,
  /** By size of the enterprise. */
  bySize: z.array(part),
  /** By region, one level below the area. */
  byRegion: z.array(part),
  /** By colour, 未评 last. */
  byColor: z.array(part),
  /** Colours at the end of each of the last 12 months; empty for those who see one enterprise alone. */
  trend: z.array(z.extend(colorCounts, { /** yyyy-MM */ month: z.string() })),
});
/** Counters of the visible enterprises. */
export type StatisticsCount = z.output<typeof statisticsCount>;

/** One kind of supervision with a share of its enterprises: [{type, label, value, total}] and what a screen shows. */
export const kindShare = z.object({
  /** 监管行业 */
  type: z.string(),
  /** Its label. */
  label: z.string(),
  /** How many have it. */
  value: z.int(),
  /** How many there are. */
  total: z.int(),
  /** The share as a screen shows it. */
  figure,
});
/** One kind of supervision with a share of its enterprises. */
export type KindShare = z.output<typeof kindShare>;

/** GET /bus/enterprise/indexStatistics: figures of the home page; null where the module that counts is not there yet. */
export const homeStatistics = z.object({
  /** 监管企业 */ supervised: figure,
  /** 待审核 */ underReview: figure,
  /** 停产停业 */ suspended: figure,
  /** 本月新增 */ added: figure,
  /** 本月新增 of the same days last month */ addedBefore: figure,
  /** 本月随导入启用 */ addedByImport: figure,
  /** 入驻率 */ joined: figure,
  /** 档案完善 */ perfect: figure,
  /** 30 日内到期, supervised enterprises with any of the four dates, gone ones among them */ expiring: figure,
  /** 红色企业 */ red: figure,
  /** 新增隐患 */ dangersFound: z.nullable(figure),
  /** 整改率 */ dangersAccepted: z.nullable(figure),
  /** 超期未整改 */ dangersOverdue: z.nullable(figure),
  /** 培训完成率 */ trainingDone: z.nullable(figure),
  /** 月报上报率 */ reportsSent: z.nullable(figure),
});
/** Figures of the home page. */
export type HomeStatistics = z.output<typeof homeStatistics>;

/** GET /bus/enterprise/statisticsStudyPlan. */
export const studyPlan = z.object({
  /** Assignments due in the window, without exempted ones. */
  planned: z.int(),
  /** Of these passed. */
  finished: z.int(),
  /** People who have them. */
  people: z.int(),
  /** Class hours credited to them, online and offline. */
  hours: z.number(),
  /** Per cent; null while nothing is planned. */
  rate: z.nullable(z.number()),
});
/** Learning tasks of a window. */
export type StudyPlan = z.output<typeof studyPlan>;
