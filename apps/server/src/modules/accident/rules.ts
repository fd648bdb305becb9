// What the law asks of accidents (国务院令第493号): when they are reported, how long they are looked into, who closes.
import { gradeOf, type AccidentGrade, type Harm } from '@anlan/contract/modules/accident/grade';
import { notSpared } from '@anlan/contract/modules/accident/resource';

/** The unit tells the authorities within an hour (第九条). */
const reportMs = 60 * 60_000;
/** The investigation ends within sixty days (第二十九条). */
export const closeDays = 60;

/** Whether the first word came too late. */
export const isLate = (occurredAt: Date, firstReportAt: Date): boolean =>
  firstReportAt.getTime() - occurredAt.getTime() > reportMs;

/** Whether somebody was harmed or something lost. */
export const isHarm = (harm: Harm & { readonly minorInjuries: number }): boolean =>
  harm.deaths + harm.seriousInjuries + harm.minorInjuries + harm.lossFen > 0;

/** The grade of a kind of event; a near miss has none. */
export const gradeFor = (kind: unknown, harm: Harm): AccidentGrade | null =>
  kind === 'nearMiss' ? null : gradeOf(harm);

/** Whether the regulator alone closes it: somebody died, or it is graver than general. */
export const isGrave = ({ deaths, grade }: { deaths: number; grade: unknown }): boolean =>
  deaths > 0 || (grade !== null && grade !== 'general');

/** Which of the four that are not spared are not yet recorded. */
export const missingOf = (row: Readonly<Record<keyof typeof notSpared, string | null>>): string[] =>
  (['cause', 'liability', 'measures', 'education'] as const).filter((key) => !row[key]).map((key) => notSpared[key]);
