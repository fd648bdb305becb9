// Rules of reports that need no IO: what must be filled in, and when a period is due.
import type { StoredFile } from '@anlan/contract/kit/field';
import type { report } from '@anlan/contract/modules/report/resource';
import { dueOf, type ReportKind } from '@anlan/contract/modules/report/period';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import type { FieldProblem } from '#kernel/errors.ts';
import type { RowOf } from '#kit/table.ts';

const dayKeys = { month: 'report.dueDay', quarter: 'report.quarterDueDay', year: 'report.yearDueDay' } as const;

/** The day by which a period is to be reported, by the settings of the unit. */
export const dueDay = (kind: ReportKind, period: string, settings: SettingValues): string =>
  dueOf(kind, period, settings[dayKeys[kind]]);

/** What an enterprise says itself, as a row has it; an empty text is null. */
export const wordsOf = (row: Pick<RowOf<typeof report>, keyof ReportWords>): ReportWords => ({
  investmentFen: row.investmentFen,
  mainWork: row.mainWork || null,
  problems: row.problems || null,
  nextPlan: row.nextPlan || null,
  remark: row.remark || null,
  files: row.files ?? [],
});
interface ReportWords {
  investmentFen: number | null;
  mainWork: string | null;
  problems: string | null;
  nextPlan: string | null;
  remark: string | null;
  files: StoredFile[];
}
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
