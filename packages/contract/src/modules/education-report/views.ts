import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { isPeriod } from '../report/period.ts';

/** A month, for example 2026-10. */
export const reportMonth = z
  .string('请选择月份')
  .check(z.refine((value) => isPeriod('month', value), { error: '月份应为 2026-10' }));

const count = z.int();
/** Learning report (教育月报) of one enterprise and month, counted from its plans, tasks and sessions. */
export const educationMonth = z.object({
  month: z.string(),
  plans: count,
  /** Number of tasks due in the month, without exempted tasks. The figures below count these tasks. */
  due: count,
  people: count,
  /** Number of tasks that were completed with hours, exam and signature as the training plan requires. */
  passed: count,
  /** Number of tasks that nobody began. */
  absent: count,
  /** Class hours that were learned online. */
  onlineHours: z.number(),
  /** Class hours that were learned on site. */
  offlineHours: z.number(),
  signed: count,
  examined: count,
  examPassed: count,
  /** Number of sessions that have ended, by kind. */
  talks: count,
  meetings: count,
  classes: count,
  sessionSigned: count,
});
export type EducationMonth = z.output<typeof educationMonth>;

export const educationOfFirm = z.object({ id, name: z.string(), ...educationMonth.shape });
export type EducationOfFirm = z.output<typeof educationOfFirm>;

export const educationYear = z.object({
  id,
  name: z.string(),
  months: z.array(educationMonth),
});
export type EducationYear = z.output<typeof educationYear>;

/** Sum of the figures of all supervised enterprises in one month. */
export const educationTotals = z.object({ firms: count, ...educationMonth.shape });
export type EducationTotals = z.output<typeof educationTotals>;

/** Figures by which the list of enterprises can be ordered. */
export const educationSorts = [
  'name',
  'plans',
  'due',
  'passed',
  'absent',
  'signed',
  'talks',
  'meetings',
  'classes',
  'rate',
] as const;
export type EducationSort = (typeof educationSorts)[number];
