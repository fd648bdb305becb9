// What the own calls of dangers ask and answer.
import * as z from 'zod/mini';
import { day, id, instant, placeCode, several, text } from '../../domain/fields.ts';

import { dangerStates } from './resource.ts';

const storedFile = z.object({ /** Id of the file. */ id, name: z.string() });

/** What counts are taken over; everything visible where nothing is said. */
export const dangerArea = z.object({
  /** One enterprise. */
  enterpriseId: z.optional(id),
  /** Division that enterprises lie in. */
  region: z.optional(several(placeCode)),
});
/** What counts are taken over. */
export type DangerArea = z.output<typeof dangerArea>;

/** Counts of the tabs. */
export const dangerCounts = z.object({
  /** 待整改: open, rectifying, returned */
  rectify: z.int(),
  /** 待复查: submitted */
  recheck: z.int(),
  /** 超期 */
  overdue: z.int(),
  /** 重大: not closed */
  major: z.int(),
  /** 挂牌督办中 */
  listed: z.int(),
  /** 待抽样复核 */
  sampled: z.int(),
  /** 全部 */
  all: z.int(),
  /** Day of the last danger found (最近一次排查); null where there is none. */
  lastFoundOn: z.nullable(day),
});
/** Counts of the tabs. */
export type DangerCounts = z.output<typeof dangerCounts>;

/** The dangers of one enterprise in numbers. */
export const dangerSummary = z.object({
  /** Id of the enterprise. */
  id,
  enterpriseName: z.string(),
  /** 待整改和待复查 */
  open: z.int(),
  /** 超期 */
  overdue: z.int(),
  /** 未销号的重大隐患 */
  major: z.int(),
  /** Days since the oldest that is not closed was found; null where none is open. */
  oldestDays: z.nullable(z.int()),
  /** Accepted of all that are not voided, of the last twelve months, in percent; null where there was none. */
  rate: z.nullable(z.number()),
  /** All of the last twelve months. */
  total: z.int(),
});
/** The dangers of one enterprise in numbers. */
export type DangerSummary = z.output<typeof dangerSummary>;
/** Columns that the summary may be ordered by. */
export const summarySortable = ['open', 'overdue', 'major', 'oldestDays', 'rate'] as const;
/** A column that the summary may be ordered by. */
export type SummarySort = (typeof summarySortable)[number];
/** What the summary is narrowed by. */
export const summaryFilter = {
  /** Part of the enterprise's name. */
  keyword: z.optional(text(60)),
  /** Division that the enterprise lies in. */
  region: z.optional(several(placeCode)),
};

/** One line of the notice board (隐患排查治理情况公示). */
export const boardLine = z.object({
  id,
  no: z.string(),
  title: z.string(),
  place: z.string(),
  level: z.enum(['general', 'major']),
  category: z.string(),
  foundOn: day,
  deadlineOn: day,
  dutyPersonName: z.nullable(z.string()),
  interimMeasures: z.nullable(z.string()),
  measures: z.nullable(z.string()),
  status: z.enum(Object.values(dangerStates)),
  overdue: z.boolean(),
  verifiedOn: z.nullable(day),
});
/** The notice board of an enterprise. */
export const board = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  from: day,
  to: day,
  total: z.int(),
  accepted: z.int(),
  open: z.int(),
  overdue: z.int(),
  lines: z.array(boardLine),
});
/** The notice board of an enterprise. */
export type Board = z.output<typeof board>;

/** A standard danger to pick from (标准隐患). */
export const standardDanger = z.object({
  code: z.string(),
  category: z.string(),
  title: z.string(),
  /** 依据: document, edition and clause. */
  basis: z.string(),
  /** Whether the clause was compared with the official text. */
  certain: z.boolean(),
  measures: z.string(),
  days: z.int(),
});
/** A standard danger to pick from. */
export type StandardDanger = z.output<typeof standardDanger>;

/** A criterion of major dangers (重大事故隐患判定标准). */
export const majorCriterion = z.object({
  code: z.string(),
  /** Trade in words: 道路运输. */
  trade: z.string(),
  document: z.string(),
  edition: z.string(),
  clause: z.string(),
  text: z.string(),
  certain: z.boolean(),
});
/** A criterion of major dangers. */
export type MajorCriterion = z.output<typeof majorCriterion>;

/** Days and earlier dangers that a form begins with. */
export const dangerStart = z.object({
  /** Usual deadline of a general danger found today. */
  generalDeadlineOn: day,
  /** Last deadline that a general danger may have. */
  generalLatestOn: day,
  /** Usual deadline of a major danger found today. */
  majorDeadlineOn: day,
  /** Who may be named as the one who puts it right. */
  people: z.array(z.object({ id, name: z.string(), post: z.string(), department: z.nullable(z.string()) })),
});
/** Days and people that a form begins with. */
export type DangerStart = z.output<typeof dangerStart>;

/** Earlier dangers of the same category and place (重复隐患). */
export const earlierDangers = z.object({
  rows: z.array(z.object({ id, no: z.string(), title: z.string(), foundOn: day, verifiedOn: z.nullable(day) })),
  /** Whether a new one must say why it comes back. */
  needsCause: z.boolean(),
});
/** Earlier dangers of the same category and place. */
export type EarlierDangers = z.output<typeof earlierDangers>;

/** How dangers were handled in a span, one line a group (隐患排查治理统计). */
export const statisticsLine = z.object({
  /** Category, enterprise, department, source or month; empty for those without a department. */
  key: z.string(),
  label: z.string(),
  found: z.int(),
  accepted: z.int(),
  overdue: z.int(),
  late: z.int(),
  major: z.int(),
  repeats: z.int(),
  costFen: z.int(),
  /** 整改率 in percent; null where nothing was found. */
  rate: z.nullable(z.number()),
});
/** Sides that a danger may wait for; a drawn sample waits for a regulator. */
export const waitingSides = ['enterprise', 'head', 'verifier', 'regulator', 'sample'] as const;
/** What waits for one side today, and the lateness that is charged to it. */
export const waitingSide = z.object({
  side: z.enum(waitingSides),
  /** 等待办理 */
  waiting: z.int(),
  /** 超期: past the deadline, or past the workdays for a recheck */
  late: z.int(),
  /** Days late of all of them together. */
  lateDays: z.int(),
  /** Days late of the latest. */
  longestDays: z.int(),
  /** Accepted by this side, drawn in the span and found not to hold. */
  sampleFailed: z.int(),
});
/** What waits for one side. */
export type WaitingSide = z.output<typeof waitingSide>;
/** Statistics of a span. */
export const dangerStatistics = z.object({
  from: day,
  to: day,
  total: statisticsLine,
  lines: z.array(statisticsLine),
  /** Accepted ones that were drawn and checked again, and how many of them held. */
  sampled: z.int(),
  samplePassed: z.int(),
  /** Whose turn it is today, whenever the dangers were found. */
  sides: z.array(waitingSide),
});
/** Statistics of a span. */
export type DangerStatistics = z.output<typeof dangerStatistics>;
/** How statistics are grouped. */
export const statisticsGroup = z.enum(['category', 'enterprise', 'department', 'source', 'month']);
/** What statistics are taken over. */
export const statisticsQuery = z.object({
  ...dangerArea.shape,
  /** First day found; the first of this quarter when empty. */
  from: z.optional(day),
  /** Last day found; today when empty. */
  to: z.optional(day),
  /** Category when empty. */
  group: z.optional(statisticsGroup),
});

/** A link for somebody from outside who puts a danger right (维修链接). */
export const repairLink = z.object({
  id,
  /** For whom it was made. */
  name: z.string(),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  /** When it was last opened. */
  usedAt: z.nullable(instant),
  createdAt: instant,
});
/** A link for somebody from outside. */
export type RepairLink = z.output<typeof repairLink>;
/** What somebody from outside wrote of the work. */
export const repairEntry = z.object({
  id,
  /** Who wrote it, as the link names them. */
  name: z.string(),
  note: z.string(),
  photos: z.array(storedFile),
  at: instant,
});
/** What somebody from outside wrote. */
export type RepairEntry = z.output<typeof repairEntry>;

/** The secret of a link. */
export const repairToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接无效'));
/** What the holder of a link sees: one danger alone. */
export const repairView = z.object({
  no: z.string(),
  title: z.string(),
  place: z.string(),
  description: z.nullable(z.string()),
  deadlineOn: day,
  enterpriseName: z.string(),
  /** For whom the link was made. */
  name: z.string(),
  expiresAt: instant,
  /** What was written by this link. */
  entries: z.array(z.object({ note: z.string(), photos: z.int(), at: instant })),
});
/** What the holder of a link sees. */
export type RepairView = z.output<typeof repairView>;
