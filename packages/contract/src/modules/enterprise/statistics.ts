import * as z from 'zod/mini';
import { figure } from '../../kit/figure.ts';

export const colorCounts = z.object({
  red: z.int(),
  orange: z.int(),
  yellow: z.int(),
  blue: z.int(),
  unrated: z.int(),
});
export type ColorCounts = z.output<typeof colorCounts>;

const part = z.extend(figure, {
  /** Value of the dictionary item; empty if the field is empty. */
  type: z.string(),
  label: z.string(),
});
export type FigurePart = z.output<typeof part>;

const counts = {
  supervised: figure,
  underReview: figure,
  suspended: figure,
  /** Enterprises that a decision activated in the period (本期新增). */
  added: figure,
  /** The same count for the same days of the previous month. */
  addedBefore: figure,
  /** Enterprises that an import activated directly in the period. */
  addedByImport: figure,
};

export const statisticsCount = z.object({
  ...counts,
  bySize: z.array(part),
  /** By region, one level below the area. */
  byRegion: z.array(part),
  byColor: z.array(
    z.extend(part, {
      /** Commonest cause of this colour, with the enterprises that have it; null for a colour without causes. */
      cause: z.nullable(z.object({ label: z.string(), figure })),
    }),
  ),
  /**
   * Number of enterprises by colour at the end of each of the last 12 months. Empty for users of a single enterprise.
   */
  trend: z.array(z.extend(colorCounts, { month: z.string() })),
});
export type StatisticsCount = z.output<typeof statisticsCount>;

export const kindShare = z.object({
  type: z.string(),
  label: z.string(),
  value: z.int(),
  total: z.int(),
  figure,
});
export type KindShare = z.output<typeof kindShare>;

/** Numbers of the home page. A number is null if the module that counts it does not exist yet. */
export const homeStatistics = z.object({
  ...counts,
  joined: figure,
  perfect: figure,
  /** Supervised enterprises with at least one of the four dates past or within 30 days (30 日内到期). */ expiring:
    figure,
  red: figure,
  dangersFound: z.nullable(figure),
  dangersAccepted: z.nullable(figure),
  dangersOverdue: z.nullable(figure),
  trainingDone: z.nullable(figure),
  reportsSent: z.nullable(figure),
});
export type HomeStatistics = z.output<typeof homeStatistics>;

export const studyPlan = z.object({
  /** Number of assignments due in the period, without exempted assignments. */
  planned: z.int(),
  finished: z.int(),
  people: z.int(),
  hours: z.number(),
  /** Percentage of finished assignments; null if none is planned. */
  rate: z.nullable(z.number()),
});
export type StudyPlan = z.output<typeof studyPlan>;
