import * as z from 'zod/mini';
import { colorCauseKeys, enterpriseColor } from '../enterprise/codes.ts';
import { codeMapping, day, requiredText, id, instant } from '../../domain/fields.ts';

/** Parts of the score (安全分) with their weights, in the order of the page. */
export const scoreParts = {
  rectification: {
    label: '隐患整改',
    weight: 30,
    definition:
      '近 90 天到期的隐患（不含作废）中，最近一次提交不晚于整改期限且此后未被退回的占比；每有 1 条超期未整改的重大隐患再减 20 个百分点，最低为 0',
  },
  control: { label: '管控落实', weight: 20, definition: '近 30 天到期的风险点检查中按时完成的占比' },
  warnings: {
    label: '到期预警',
    weight: 15,
    definition: '1 − 已过期事项 ÷ 有有效期的事项；过期后不得作业、不得营运的事项按 2 项计',
  },
  learning: {
    label: '教育培训',
    weight: 15,
    definition: '本年 1 月 1 日至昨天到期的培训任务（不含免修）中合格的占比；补完后即计入',
  },
  dossier: { label: '档案', weight: 10, definition: '企业资料齐全率与一企一档必备资料的完整率各占一半' },
  reports: { label: '月报', weight: 5, definition: '近 6 个月应报月报中按时上报的占比' },
  accidents: {
    label: '事故',
    weight: 5,
    definition: '近 12 个月没有造成伤害的事故为满分，否则为 0；从未上报过事故或未遂事件的不计入',
  },
} as const satisfies Record<string, { label: string; weight: number; definition: string }>;
export type ScorePartKey = keyof typeof scoreParts;
export const scorePartKeys = Object.keys(scoreParts) as ScorePartKey[];

/** Maximum number of days for which a regulator may set a colour. */
export const maxHoldDays = 90;

/** Why the score leaves out a part. `nothing`: there is no data yet. */
export const omissionReasons = ['nothing'] as const;

const rowsLink = {
  /** Address of the list with exactly these rows; null if there is no list or no row. */
  href: z.nullable(z.string()),
};

export const scorePart = z.object({
  key: z.enum(scorePartKeys),
  weight: z.int(),
  /**
   * Maximum points of the part. The weight of an omitted part is shared among the others. Null if this part is omitted.
   */
  most: z.nullable(z.number()),
  points: z.nullable(z.number()),
  numerator: z.int(),
  denominator: z.int(),
  /** Why the score leaves out the part; null if it counts. */
  leftOut: z.nullable(z.enum(omissionReasons)),
  note: z.string(),
  ...rowsLink,
});
export type ScorePart = z.output<typeof scorePart>;

export const colorReason = z.object({
  text: z.string(),
  /** Colour that this reason alone would cause. */
  color: codeMapping(enterpriseColor),
  /** Reasons stored before this field was added have none. */
  cause: z.optional(z.enum(colorCauseKeys)),
  ...rowsLink,
});
export type ColorReason = z.output<typeof colorReason>;

export const scoreAct = z.object({
  text: z.string(),
  note: z.string(),
  /** Points that the action would add; null if there is no score. */
  gain: z.nullable(z.number()),
  ...rowsLink,
});
export type ScoreAct = z.output<typeof scoreAct>;

const scoreAndColor = {
  /** Safety score (安全分) with one decimal; null while fewer than three parts have data. */
  score: z.nullable(z.number()),
  color: codeMapping(enterpriseColor),
};

export const judgement = z.object({
  ...scoreAndColor,
  /** Colour that the rules give, without the colour that a regulator has set. */
  computed: codeMapping(enterpriseColor),
  /** Upper limit of the score with its reason; null without a limit. */
  cap: z.nullable(z.object({ most: z.int(), text: z.string() })),
  parts: z.array(scorePart),
  /** Reasons of the colour, worst first. */
  reasons: z.array(colorReason),
  /** Colour that follows from the score alone; null if there is no score. */
  byScore: z.nullable(codeMapping(enterpriseColor)),
  /** Text for display: what the enterprise needs for a better colour; null if it has the best one. */
  toBetter: z.nullable(z.string()),
  /** Up to three actions that would raise the score most, in descending order of `gain`. */
  acts: z.array(scoreAct),
});
export type Judgement = z.output<typeof judgement>;

/** A colour that a regulator has set. */
export const colorHold = z.object({
  color: codeMapping(enterpriseColor),
  reason: z.string(),
  until: z.string(),
  byName: z.nullable(z.string()),
  at: instant,
});

export const scoreRules = z.object({
  /** Minimum number of parts with data; with fewer parts there is no score. */
  minParts: z.int(),
  /** Maximum score while a major danger is overdue. */
  capMajorOverdue: z.int(),
  /** Maximum score for 12 months after a fatal accident. */
  capFatal: z.int(),
  /** Minimum scores for blue, yellow and orange; a lower score is red. */
  bands: z.array(z.int()),
  /** Number of days overdue from which a general danger causes orange. */
  generalOverdueDays: z.int(),
  /** Number of expired items from which the colour is orange. */
  expiredItems: z.int(),
});

export const scoreDay = z.object({ day: z.string(), ...scoreAndColor });

export const scoreCard = z.extend(judgement, {
  enterpriseId: id,
  enterpriseName: z.string(),
  asOf: instant,
  /** The last earlier day with a record; null if there is none. */
  before: z.nullable(scoreDay),
  days: z.array(scoreDay),
  hold: z.nullable(colorHold),
  rules: scoreRules,
  mayHold: z.boolean(),
});
export type ScoreCard = z.output<typeof scoreCard>;

export const holdInput = z.object({
  enterpriseId: id,
  /** Colour to set. It cannot be better than the computed colour. */
  color: codeMapping({ red: enterpriseColor.red, orange: enterpriseColor.orange, yellow: enterpriseColor.yellow }),
  reason: requiredText(200, '原因'),
  /** Last day of the colour, at most 90 days from now. */
  until: day,
});
export type HoldInput = z.output<typeof holdInput>;

export const releaseInput = z.object({
  enterpriseId: id,
  reason: requiredText(200, '原因'),
});
