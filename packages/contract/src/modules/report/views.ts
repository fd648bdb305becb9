import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { fileReference } from '../checklist/check-item.ts';
import { reportFigure } from './figure.ts';
import { report } from './resource.ts';

export const reportWords = z.object({
  /** The safety investment that the enterprise typed in a former edition; null since it is a figure of the ledger. */
  investmentFen: z.nullable(z.number()),
  mainWork: z.nullable(z.string()),
  problems: z.nullable(z.string()),
  nextPlan: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  files: z.array(fileReference),
});
export type ReportWords = z.output<typeof reportWords>;

/** One submission of a report: the signed figures and texts, and the result of the review. */
export const reportEdition = z.object({
  edition: z.int(),
  figures: z.array(reportFigure),
  words: reportWords,
  signature: z.nullable(fileReference),
  signer: z.nullable(z.string()),
  filler: z.nullable(z.string()),
  sentAt: instant,
  /** Result of the review; null while the review is pending. */
  outcome: z.nullable(z.enum(['accepted', 'returned'])),
  outcomeAt: z.nullable(instant),
  outcomeBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type ReportEdition = z.output<typeof reportEdition>;

/** A report with its figures. A draft has the current figures, another report has the signed figures. */
export const reportSheet = z.object({
  report: report.row,
  figures: z.array(reportFigure),
  frozen: z.boolean(),
  /** Hash of these figures; the signer sends it back. */
  seen: z.string(),
  asOf: instant,
  /** Figures of the previous period; empty if its report was not submitted. */
  before: z.array(reportFigure),
  editions: z.array(reportEdition),
  /** Name of the head whose signature is all that the report lacks; null otherwise. */
  awaitsSignatureOf: z.nullable(z.string()),
});
export type ReportSheet = z.output<typeof reportSheet>;

export const comparedReport = z.object({
  id,
  period: z.string(),
  status: z.string(),
  edition: z.int(),
  investmentFen: z.nullable(z.number()),
  figures: z.array(reportFigure),
});
export type ComparedReport = z.output<typeof comparedReport>;
