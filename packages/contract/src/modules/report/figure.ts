import * as z from 'zod/mini';

/** A figure of a report, computed by the system, with its parts and a link to its rows. */
export const reportFigure = z.object({
  key: z.string().check(z.maxLength(40)),
  /** Key of the measure that declares the figure. Figures signed before this field was added have none. */
  measure: z.optional(z.string().check(z.maxLength(60))),
  label: z.string().check(z.maxLength(20)),
  unit: z.string().check(z.maxLength(8)),
  /** A count, an amount or a percentage; null when the denominator is 0. */
  value: z.nullable(z.number()),
  numerator: z.number(),
  /** Denominator of a percentage; null for a count. */
  denominator: z.nullable(z.number()),
  note: z.string().check(z.maxLength(80)),
  from: z.string(),
  to: z.string(),
  /** Address of the screen that lists the counted rows with the same filter; null if there is none. */
  href: z.nullable(z.string()),
});
export type ReportFigure = z.output<typeof reportFigure>;

/**
 * Converts figures to a text; equal figures give equal texts. The text shows whether figures changed after a person
 * saw them.
 */
export const figuresText = (figures: readonly ReportFigure[]): string =>
  figures
    .map(({ key, value, numerator, denominator, note }) => [key, value, numerator, denominator, note].join(':'))
    .join(';');

export const figureWords = ({ value, unit }: Pick<ReportFigure, 'value' | 'unit'>): string =>
  value === null
    ? '—'
    : unit === '元'
      ? (value / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
      : value.toLocaleString('zh-CN', unit === '%' || unit === '学时' ? { minimumFractionDigits: 1 } : {});
