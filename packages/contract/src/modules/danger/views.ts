// Inputs and responses of the danger calls that are not standard calls.
import * as z from 'zod/mini';
import { day, id, instant, placeCode, oneOrMany, text } from '../../domain/fields.ts';
import { dangerStates } from './states.ts';

const storedFile = z.object({ id, name: z.string() });

/** Limits the counts to an enterprise or area. If empty, everything visible to the caller is counted. */
export const dangerArea = z.object({
  enterpriseId: z.optional(id),
  region: z.optional(oneOrMany(placeCode)),
});
export type DangerArea = z.output<typeof dangerArea>;

export const dangerCounts = z.object({
  /** Number of dangers that are not closed (未销号). */
  open: z.int(),
  /** Number of dangers in the states open, rectifying and returned (待整改). */
  rectify: z.int(),
  /** Number of dangers in the state submitted (待复查). */
  recheck: z.int(),
  overdue: z.int(),
  /** Number of major dangers (重大) that are not closed. */
  major: z.int(),
  listed: z.int(),
  sampled: z.int(),
  all: z.int(),
  /** Day on which the last danger was found (最近一次排查); null if there is none. */
  lastFoundOn: z.nullable(day),
});
export type DangerCounts = z.output<typeof dangerCounts>;

export const dangerSummary = z.object({
  id,
  enterpriseName: z.string(),
  /** Number of dangers that are not closed (待整改和待复查). */
  open: z.int(),
  overdue: z.int(),
  major: z.int(),
  /** Days since the oldest open danger was found; null if none is open. */
  oldestDays: z.nullable(z.int()),
  /**
   * Percentage of dangers of the last twelve months whose repair was accepted. Voided dangers do not count. Null if
   * there were none.
   */
  rate: z.nullable(z.number()),
  total: z.int(),
});
export type DangerSummary = z.output<typeof dangerSummary>;
export const summarySortable = ['open', 'overdue', 'major', 'oldestDays', 'rate'] as const;
export type SummarySort = (typeof summarySortable)[number];
/** Columns that an export can be limited to; the enterprise is always the first. */
export const summaryExportColumns = [...summarySortable, 'total'] as const;
export type SummaryExportColumn = (typeof summaryExportColumns)[number];
export const summaryFilter = {
  keyword: z.optional(text(60)),
  region: z.optional(oneOrMany(placeCode)),
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
export type Board = z.output<typeof board>;

/** A standard danger from the library (标准隐患). */
export const standardDanger = z.object({
  code: z.string(),
  category: z.string(),
  title: z.string(),
  /** Basis (依据): document, edition and clause of the requirement. */
  basis: z.string(),
  certain: z.boolean(),
  measures: z.string(),
  days: z.int(),
});
export type StandardDanger = z.output<typeof standardDanger>;

/** A criterion of major dangers (重大事故隐患判定标准). */
export const majorCriterion = z.object({
  code: z.string(),
  /** Name of the trade, for example 道路运输. */
  trade: z.string(),
  document: z.string(),
  edition: z.string(),
  clause: z.string(),
  text: z.string(),
  certain: z.boolean(),
});
export type MajorCriterion = z.output<typeof majorCriterion>;

/** Initial values of the form for a new danger. */
export const dangerStart = z.object({
  generalDeadlineOn: day,
  generalLatestOn: day,
  majorDeadlineOn: day,
  /** Risk points in force, as proposals for the place. */
  places: z.array(z.object({ name: z.string(), place: z.string() })),
  people: z.array(
    z.object({
      id,
      name: z.string(),
      /** Kind of the post, an item of the dictionary postKind. */
      post: z.string(),
      department: z.nullable(z.string()),
      /** The name, its initials and its pinyin, one a line. */
      letters: z.string(),
    }),
  ),
});
export type DangerStart = z.output<typeof dangerStart>;

export const earlierDangers = z.object({
  rows: z.array(z.object({ id, no: z.string(), title: z.string(), foundOn: day, verifiedOn: z.nullable(day) })),
  /** Whether the danger occurred before, so that the form must ask for the cause of its recurrence. */
  needsCause: z.boolean(),
});

/** One line per group of the danger statistics (隐患排查治理统计). */
export const statisticsLine = z.object({
  /** Value of the group: category, enterprise, department, source or month. Empty for dangers without a department. */
  key: z.string(),
  label: z.string(),
  found: z.int(),
  accepted: z.int(),
  overdue: z.int(),
  late: z.int(),
  major: z.int(),
  repeats: z.int(),
  costFen: z.int(),
  /** Rectification rate (整改率) in percent; null if no danger was found. */
  rate: z.nullable(z.number()),
});
/** Parties that a danger can wait for. `sample`: selected for a sample check, so it waits for a regulator. */
export const waitingSides = ['enterprise', 'head', 'verifier', 'regulator', 'sample'] as const;
/** Dangers that wait for one party today, with the delays of this party. */
export const waitingSide = z.object({
  side: z.enum(waitingSides),
  waiting: z.int(),
  /** Number of dangers past their deadline, or past the workdays for a recheck (超期). */
  late: z.int(),
  /** Sum of the delays of these dangers, in days. */
  lateDays: z.int(),
  longestDays: z.int(),
  /** Number of dangers that this party accepted and that failed a sample check in the selected time. */
  sampleFailed: z.int(),
});
export type WaitingSide = z.output<typeof waitingSide>;
export const dangerStatistics = z.object({
  from: day,
  to: day,
  total: statisticsLine,
  lines: z.array(statisticsLine),
  /** Number of accepted dangers that got a sample check, and how many of them passed. */
  sampled: z.int(),
  samplePassed: z.int(),
  /** Percentage of these that passed; null if none was checked. */
  sampleRate: z.nullable(z.number()),
  /** Dangers that wait today, regardless of when they were found. */
  sides: z.array(waitingSide),
});
export type DangerStatistics = z.output<typeof dangerStatistics>;
export const statisticsGroup = z.enum(['category', 'enterprise', 'department', 'source', 'month']);
export const statisticsQuery = z.object({
  ...dangerArea.shape,
  /** First day on which the dangers were found; by default the first day of this quarter. */
  from: z.optional(day),
  /** Last day on which the dangers were found; by default today. */
  to: z.optional(day),
  /** How the dangers are grouped; by default by category. */
  group: z.optional(statisticsGroup),
});

/** Repair link (维修链接). A person without an account records the repair of a danger with it. */
export const repairLink = z.object({
  id,
  name: z.string(),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  usedAt: z.nullable(instant),
  createdAt: instant,
});
export type RepairLink = z.output<typeof repairLink>;
export const repairEntry = z.object({
  id,
  /** Name of the person for whom the link was created. */
  name: z.string(),
  note: z.string(),
  photos: z.array(storedFile),
  at: instant,
});

export const repairToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接无效'));
/** What the holder of a repair link sees: only one danger. */
export const repairView = z.object({
  no: z.string(),
  title: z.string(),
  place: z.string(),
  description: z.nullable(z.string()),
  deadlineOn: day,
  enterpriseName: z.string(),
  name: z.string(),
  expiresAt: instant,
  /** Notes that the holder sent with this link. */
  entries: z.array(z.object({ note: z.string(), photos: z.int(), at: instant })),
});
export type RepairView = z.output<typeof repairView>;
