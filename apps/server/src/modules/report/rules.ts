// Rules of reports without IO: required fields and due days.
import type { StoredFile } from '@anlan/contract/kit/field';
import type { report } from '@anlan/contract/modules/report/resource';
import { dueOf, type ReportKind } from '@anlan/contract/modules/report/period';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import type { FieldProblem } from '#kernel/errors.ts';
import type { RowOf } from '#kit/table.ts';

const dayKeys = { month: 'report.dueDay', quarter: 'report.quarterDueDay', year: 'report.yearDueDay' } as const;

export const dueDay = (kind: ReportKind, period: string, settings: SettingValues): string =>
  dueOf(kind, period, settings[dayKeys[kind]]);

export const wordsOf = (row: Pick<RowOf<typeof report>, Exclude<keyof ReportWords, 'investmentFen'>>): ReportWords => ({
  investmentFen: null,
  mainWork: row.mainWork || null,
  problems: row.problems || null,
  nextPlan: row.nextPlan || null,
  remark: row.remark || null,
  files: row.files ?? [],
});
interface ReportWords {
  investmentFen: null;
  mainWork: string | null;
  problems: string | null;
  nextPlan: string | null;
  remark: string | null;
  files: StoredFile[];
}
export const filesIn = (value: unknown) => (Array.isArray(value) ? (value as { id: string; name: string }[]) : []);

/** Problems that prevent the head from signing. Danger statistics need only the three texts. */
export function problemsOf(kind: ReportKind, words: ReturnType<typeof wordsOf>): FieldProblem[] {
  const requiredFields = [
    ['mainWork', '主要工作'],
    ['problems', '存在问题'],
    ['nextPlan', kind === 'month' ? '下月计划' : '下期计划'],
  ] as const;
  return requiredFields
    .filter(([field]) => words[field] === null)
    .map(([field, label]) => ({ field, msg: `请先填写${label}` }));
}
