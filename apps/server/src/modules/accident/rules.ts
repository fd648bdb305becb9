// Legal rules for accidents (国务院令第493号): report deadline, investigation deadline, authority that closes.
import { gradeOf, type AccidentGrade, type Harm } from '@anlan/contract/modules/accident/grade';
import { investigationRecords } from '@anlan/contract/modules/accident/resource';

/** Time to report an accident to the authorities: one hour (第九条), in milliseconds. */
const reportMs = 60 * 60_000;
/** Days to finish the investigation (第二十九条). */
export const closeDays = 60;

export const isLate = (occurredAt: Date, firstReportAt: Date): boolean =>
  firstReportAt.getTime() - occurredAt.getTime() > reportMs;

export const isHarm = (harm: Harm & { readonly minorInjuries: number }): boolean =>
  harm.deaths + harm.seriousInjuries + harm.minorInjuries + harm.lossFen > 0;

export const gradeFor = (kind: unknown, harm: Harm): AccidentGrade | null =>
  kind === 'nearMiss' ? null : gradeOf(harm);

/** True if only the regulator may close the accident: a fatal one, or one above the general grade. */
export const isGrave = ({ deaths, grade }: { deaths: number; grade: unknown }): boolean =>
  deaths > 0 || (grade !== null && grade !== 'general');

export const missingOf = (row: Readonly<Record<keyof typeof investigationRecords, string | null>>): string[] =>
  (['cause', 'liability', 'measures', 'education'] as const)
    .filter((key) => !row[key])
    .map((key) => investigationRecords[key]);
