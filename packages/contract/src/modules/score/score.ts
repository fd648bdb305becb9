import * as z from 'zod/mini';
import { enterpriseColor } from '../enterprise/codes.ts';
import { coded, day, filled, id, instant } from '../../domain/fields.ts';

/** Parts of the score (安全分) with their weights and what each is (domain.md §2.11); the order is that of the page. */
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
/** One of the parts. */
export type ScorePartKey = keyof typeof scoreParts;
/** Parts in the order of the page. */
export const scorePartKeys = Object.keys(scoreParts) as ScorePartKey[];

/** Days that a colour may be held at most. */
export const holdDaysMost = 90;

/** Why a part does not count: nothing to measure yet. */
export const leftOut = ['nothing'] as const;

const rows = {
  /** The list of exactly these rows; null where there is none or nothing in it. */
  href: z.nullable(z.string()),
};

/** A part of a score. */
export const scorePart = z.object({
  /** Which part. */
  key: z.enum(scorePartKeys),
  /** Weight among all seven. */
  weight: z.int(),
  /** The most points it gives here, weights of what is left out shared among the others; null where it is left out. */
  most: z.nullable(z.number()),
  /** Points that it gives; null where it is left out. */
  points: z.nullable(z.number()),
  /** What was counted. */
  numerator: z.int(),
  /** Of how many. */
  denominator: z.int(),
  /** Why it is left out, or null. */
  leftOut: z.nullable(z.enum(leftOut)),
  /** What was counted, in words. */
  note: z.string(),
  ...rows,
});
/** A part of a score. */
export type ScorePart = z.output<typeof scorePart>;

/** Why a colour is not a better one. */
export const colorReason = z.object({
  /** The reason in words. */
  text: z.string(),
  /** The colour that it alone demands. */
  color: coded(enterpriseColor),
  ...rows,
});
/** Why a colour is not a better one. */
export type ColorReason = z.output<typeof colorReason>;

/** What would help next. */
export const scoreAct = z.object({
  /** The act in words. */
  text: z.string(),
  /** What it is about, in words. */
  note: z.string(),
  /** Points that it adds; null where there is no score yet that it could add to. */
  gain: z.nullable(z.number()),
  ...rows,
});
/** What would help next. */
export type ScoreAct = z.output<typeof scoreAct>;

const judged = {
  /** 安全分 with one decimal; null while fewer than three parts have data. */
  score: z.nullable(z.number()),
  /** 企业四色. */
  color: coded(enterpriseColor),
};

/** A score and a colour with all that explains them. */
export const judgement = z.object({
  ...judged,
  /** What the computation alone says, without a colour that is held. */
  computed: coded(enterpriseColor),
  /** The score may not be more, and why; null where nothing caps it. */
  cap: z.nullable(z.object({ /** At most. */ most: z.int(), /** Because of what. */ text: z.string() })),
  /** Its parts, all seven. */
  parts: z.array(scorePart),
  /** Reasons of the colour, worst first. */
  reasons: z.array(colorReason),
  /** The colour that the score alone asks for; null without a score. */
  byScore: z.nullable(coded(enterpriseColor)),
  /** What it takes to get a better colour, in words; null for a colour that cannot be better. */
  toBetter: z.nullable(z.string()),
  /** The next three acts, those that add most first. */
  acts: z.array(scoreAct),
});
/** A score and a colour with all that explains them. */
export type Judgement = z.output<typeof judgement>;

/** A colour that a regulator holds. */
export const colorHold = z.object({
  /** The colour. */
  color: coded(enterpriseColor),
  /** Why. */
  reason: z.string(),
  /** Last day. */
  until: z.string(),
  /** Who holds it. */
  byName: z.nullable(z.string()),
  /** Since when. */
  at: instant,
});

/** The numbers that a unit judges by (业务参数). */
export const scoreRules = z.object({
  /** Fewer parts with data are no score. */
  minParts: z.int(),
  /** The most that a score is while a major danger is overdue. */
  capMajorOverdue: z.int(),
  /** For 12 months after a fatal accident the score is this at most. */
  capFatal: z.int(),
  /** Least scores of blue, yellow and orange; less is red. */
  bands: z.array(z.int()),
  /** Days after which a general danger that is overdue makes orange. */
  generalOverdueDays: z.int(),
  /** So many items that ran out make orange. */
  expiredItems: z.int(),
});

/** A day on which score or colour became something else. */
export const scoreDay = z.object({ /** yyyy-MM-dd */ day: z.string(), ...judged });

/** GET /bus/score/card: one enterprise's score, colour, reasons and next acts. */
export const scoreCard = z.extend(judgement, {
  /** Whose. */
  enterpriseId: id,
  /** Its name. */
  enterpriseName: z.string(),
  /** When this was counted. */
  asOf: instant,
  /** The last day before today; null where none is kept. */
  before: z.nullable(scoreDay),
  /** Days on which score or colour changed, newest first. */
  days: z.array(scoreDay),
  /** The colour that is held; null where none is. */
  hold: z.nullable(colorHold),
  /** The numbers that it was judged by. */
  rules: scoreRules,
  /** Whether the caller may hold and release a colour. */
  mayHold: z.boolean(),
});
/** One enterprise's score, colour, reasons and next acts. */
export type ScoreCard = z.output<typeof scoreCard>;

/** POST /bus/score/hold. */
export const holdInput = z.object({
  /** Whose colour. */
  enterpriseId: id,
  /** Never better than what is computed. */
  color: coded({ red: enterpriseColor.red, orange: enterpriseColor.orange, yellow: enterpriseColor.yellow }),
  /** Why. */
  reason: filled(200, '原因'),
  /** Last day, within 90 days. */
  until: day,
});
/** A colour to be held. */
export type HoldInput = z.output<typeof holdInput>;

/** POST /bus/score/release. */
export const releaseInput = z.object({
  /** Whose colour. */ enterpriseId: id,
  /** Why. */ reason: filled(200, '原因'),
});
