// Rules of reports that need no IO: what must be filled in, and when a period is due.
import { dueOf, type ReportKind } from '@anlan/contract/modules/report/period';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import type { FieldProblem } from '#kernel/errors.ts';

const dayKeys = { month: 'report.dueDay', quarter: 'report.quarterDueDay', year: 'report.yearDueDay' } as const;

/** The day by which a period is to be reported, by the settings of the unit. */
export const dueDay = (kind: ReportKind, period: string, settings: SettingValues): string =>
  dueOf(kind, period, settings[dayKeys[kind]]);

/** What an enterprise says itself, as a row has it. */
export const wordsOf = (row: Readonly<Record<string, unknown>>) => ({
  investmentFen: numberIn(row.investmentFen),
  mainWork: textIn(row.mainWork),
  problems: textIn(row.problems),
  nextPlan: textIn(row.nextPlan),
  remark: textIn(row.remark),
  files: filesIn(row.files),
});
const numberIn = (value: unknown) => (value === null || value === undefined ? null : Number(value));
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
/** Files of a row, which passed the schema of their field. */
export const filesIn = (value: unknown) => (Array.isArray(value) ? (value as { id: string; name: string }[]) : []);

/** What is missing before the head may sign; statistics of dangers ask for the three texts alone. */
export function problemsOf(kind: ReportKind, words: ReturnType<typeof wordsOf>): FieldProblem[] {
  const asked = [
    ...(kind === 'month' ? ([['investmentFen', '安全投入']] as const) : []),
    ['mainWork', '主要工作'],
    ['problems', '存在问题'],
    ['nextPlan', kind === 'month' ? '下月计划' : '下期计划'],
  ] as const;
  return asked.filter(([field]) => words[field] === null).map(([field, label]) => ({ field, msg: `请先填写${label}` }));
}
