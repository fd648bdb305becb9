import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { keptFile } from '../checklist/item.ts';
import { reportFigure } from './figure.ts';
import { report } from './resource.ts';

/** What an enterprise said itself, as it stands in one edition. */
export const reportWords = z.object({
  investmentFen: z.nullable(z.number()),
  mainWork: z.nullable(z.string()),
  problems: z.nullable(z.string()),
  nextPlan: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  files: z.array(keptFile),
});
/** What an enterprise said itself. */
export type ReportWords = z.output<typeof reportWords>;

/** One sending of a report: figures and words as they were signed, and what became of it. */
export const reportEdition = z.object({
  edition: z.int(),
  figures: z.array(reportFigure),
  words: reportWords,
  signature: z.nullable(keptFile),
  signer: z.nullable(z.string()),
  filler: z.nullable(z.string()),
  sentAt: instant,
  /** accepted or returned; null while it waits. */
  outcome: z.nullable(z.enum(['accepted', 'returned'])),
  outcomeAt: z.nullable(instant),
  outcomeBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
/** One sending of a report. */
export type ReportEdition = z.output<typeof reportEdition>;

/** A report with its figures: those of now while it is filled in, else those that were signed. */
export const reportSheet = z.object({
  report: report.row,
  figures: z.array(reportFigure),
  /** Whether they were frozen when it was sent. */
  frozen: z.boolean(),
  /** Mark of these figures, which the person who signs sends back. */
  seen: z.string(),
  asOf: instant,
  /** Figures of the period before, where it was sent. */
  before: z.array(reportFigure),
  editions: z.array(reportEdition),
});
/** A report with its figures. */
export type ReportSheet = z.output<typeof reportSheet>;

/** A period beside others. */
export const comparedReport = z.object({
  id,
  period: z.string(),
  status: z.string(),
  edition: z.int(),
  investmentFen: z.nullable(z.number()),
  figures: z.array(reportFigure),
});
/** A period beside others. */
export type ComparedReport = z.output<typeof comparedReport>;
