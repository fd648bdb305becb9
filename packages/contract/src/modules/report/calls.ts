import * as z from 'zod/mini';
import { id, instant, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../wire/dialect.ts';
import { keptFile } from '../checklist/item.ts';
import { reportFigure } from './figure.ts';
import { report } from './resource.ts';

const path = '/bus/monthlyreport';

/** What an enterprise said itself, as it stands in one edition. */
export const reportWords = z.object({
  meetings: z.nullable(z.int()),
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
  /** Mark of these figures, which whoever signs sends back. */
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

/** Calls of reports (安全月报、隐患统计). */
export const reportCalls = {
  ...crud(report, path, { visit: false }),
  sheet: get(`${path}/sheet/{id}`, {
    input: withId,
    answer: enveloped(reportSheet),
    permit: 'bus:report:index',
    origin: 'chosen',
  }),
  /** The last periods of the same enterprise that were sent, up to and with this one, newest first. */
  compare: get(`${path}/compare/{id}`, {
    input: withId,
    answer: enveloped(z.array(comparedReport)),
    permit: 'bus:report:index',
    origin: 'chosen',
  }),
  /** The signed paper of an edition; the last one where none is named. */
  pdf: get(`${path}/pdf/{id}`, {
    input: z.object({ id, edition: z.optional(whole) }),
    in: { id: 'path' },
    answer: file('pdf'),
    permit: 'bus:report:index',
    wait: 'export',
    origin: 'chosen',
  }),
  /** Reminds enterprises of what they did not report; each once a day. */
  remind: post(`${path}/remind`, {
    input: z.object({
      /** The reports. */
      ids: z.array(id).check(z.minLength(1, '请选择要催报的月报'), z.maxLength(200, '一次最多催报 200 份')),
    }),
    answer: enveloped(
      z.object({
        /** Reminded now. */ reminded: z.int(),
        /** Left out: reported, not due, or reminded today. */ left: z.int(),
      }),
    ),
    permit: 'bus:report:audit',
    origin: 'chosen',
  }),
};
