import * as z from 'zod/mini';

/** A figure of a report: computed by the system, with what it is made of and where its rows are listed. */
export const reportFigure = z.object({
  /** Its name among the figures of a report. */
  key: z.string().check(z.maxLength(40)),
  /** 名称 */
  label: z.string().check(z.maxLength(20)),
  /** 单位 */
  unit: z.string().check(z.maxLength(8)),
  /** The number itself: a count, an amount, or a share in per cent; null where there is nothing to divide by. */
  value: z.nullable(z.number()),
  /** What was counted. */
  numerator: z.number(),
  /** What it is a share of; null for a plain count. */
  denominator: z.nullable(z.number()),
  /** What it is made of, in a few words. */
  note: z.string().check(z.maxLength(80)),
  /** First day of what was counted. */
  from: z.string(),
  /** Last day of what was counted. */
  to: z.string(),
  /** Screen that lists what was counted, with the same filter; null where there is none. */
  href: z.nullable(z.string()),
});
/** A figure of a report. */
export type ReportFigure = z.output<typeof reportFigure>;

/** What of figures is compared: whether they still are what somebody saw. */
export const figuresText = (figures: readonly ReportFigure[]): string =>
  figures
    .map(({ key, value, numerator, denominator, note }) => [key, value, numerator, denominator, note].join(':'))
    .join(';');

/** A figure's number as people read it. */
export const figureWords = ({ value, unit }: Pick<ReportFigure, 'value' | 'unit'>): string =>
  value === null
    ? '—'
    : unit === '元'
      ? (value / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
      : value.toLocaleString('zh-CN', unit === '%' || unit === '学时' ? { minimumFractionDigits: 1 } : {});
