import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { isPeriod } from '../report/period.ts';

/** A month: 2026-10. */
export const reportMonth = z
  .string('请选择月份')
  .check(z.refine((value) => isPeriod('month', value), { error: '月份应为 2026-10' }));

const count = z.int();
/** What an enterprise taught in a month, counted from its plans, tasks and sessions (教育月报). */
export const educationMonth = z.object({
  month: z.string(),
  /** Plans that began in the month. */
  plans: count,
  /** Tasks that were due in the month, exempted ones left out; all that follow are of these. */
  due: count,
  /** People who had them. */
  people: count,
  /** Of the tasks: completed, with hours, exam and signature as the plan demands. */
  passed: count,
  /** Of the tasks: never begun. */
  absent: count,
  /** Class hours before a screen. */
  onlineHours: z.number(),
  /** Class hours in a room. */
  offlineHours: z.number(),
  /** Tasks with the learner's own signature. */
  signed: count,
  /** Tasks whose exam was sat. */
  examined: count,
  /** Of these: with a score that passes. */
  examPassed: count,
  /** Sessions that were held and have ended: talks, meetings, classes. */
  talks: count,
  meetings: count,
  classes: count,
  /** Signatures in these. */
  sessionSigned: count,
});
/** What an enterprise taught in a month. */
export type EducationMonth = z.output<typeof educationMonth>;

/** A month of one of the enterprises. */
export const educationOfFirm = z.object({ id, name: z.string(), ...educationMonth.shape });
/** A month of one of the enterprises. */
export type EducationOfFirm = z.output<typeof educationOfFirm>;

/** Months of one enterprise, the last first. */
export const educationYear = z.object({
  id,
  name: z.string(),
  months: z.array(educationMonth),
});
/** Months of one enterprise. */
export type EducationYear = z.output<typeof educationYear>;
