import type { Job } from '@anlan/contract/modules/job/job';
import * as z from 'zod/mini';

export interface ImportSubject {
  noun: string;
  counter: string;
  identity: string;
  maxBytes: number;
  maxRows: number;
  mayActivate: boolean;
}

const rowError = z.object({
  row: z.int(),
  column: z.string(),
  value: z.nullish(z.string()),
  cause: z.string(),
  remedy: z.nullish(z.string()),
});

export type Fault = z.output<typeof rowError>;

const dryRun = z.object({
  rows: z.int(),
  good: z.int(),
  bad: z.int(),
  duplicates: z.int(),
  /** Number of existing rows that the import would not change. */
  unchanged: z.optional(z.int()),
  errors: z.array(rowError),
  notes: z.optional(z.array(z.string())),
});
export type DryRun = z.output<typeof dryRun>;

const outcome = z.object({ inserted: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() });
export type Outcome = z.output<typeof outcome>;

export interface Choice {
  /** `all`: imports everything or nothing; `rows`: imports only the valid rows. */
  mode: 'all' | 'rows';
  onDuplicate: 'update' | 'skip' | 'stop';
  entryStatus?: 'draft' | 'active' | undefined;
}

export const dryRunOf = (job: Job | undefined) => dryRun.safeParse(job?.result).data;
export const outcomeOf = (job: Job | undefined) => outcome.safeParse(job?.result).data;

export const isOver = (job: Job | undefined) =>
  job !== undefined && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled');

/** The preselected options: import everything when all rows are valid, else only the valid rows. */
export const firstChoice = (preview: DryRun): Choice => ({
  mode: preview.bad > 0 ? 'rows' : 'all',
  onDuplicate: 'skip',
});

export function planned(preview: DryRun, choice: Choice): { fresh: number; updated: number; skipped: number } {
  const fresh = preview.rows - preview.bad - preview.duplicates;
  const updated = choice.onDuplicate === 'update' ? preview.duplicates - (preview.unchanged ?? 0) : 0;
  return { fresh, updated, skipped: preview.duplicates - updated + (choice.mode === 'rows' ? preview.bad : 0) };
}

export function obstacle(preview: DryRun, choice: Choice): string | null {
  const { fresh, updated } = planned(preview, choice);
  if (choice.mode === 'all' && preview.bad > 0)
    return `还有 ${preview.bad} 行有错误，请改好后重新选择文件，或改为只导入正确的行`;
  if (choice.onDuplicate === 'stop' && preview.duplicates > 0)
    return `有 ${preview.duplicates} 行已经存在，请选择跳过或更新`;
  return fresh + updated === 0 ? '没有可以导入的行' : null;
}

export function fileProblem(file: { name: string; size: number }, maxBytes: number): string | null {
  if (/\.(xls|et|ods|xlsm|xltx|wps)$/i.test(file.name))
    return '这种格式的表格不能读取，请用 WPS 或 Excel 打开，另存为 .xlsx 后再选择';
  if (!/\.(xlsx|csv)$/i.test(file.name)) return '只能导入 .xlsx 或 .csv 文件';
  if (file.size === 0) return '文件是空的，请重新选择';
  return file.size > maxBytes ? `文件不能超过 ${Math.floor(maxBytes / 1024 / 1024)}M，请分成几个文件导入` : null;
}

/** The key by which errors are grouped: column and cause without typed values and numbers. */
const kindOf = ({ column, cause }: Fault) => `${column} ${cause.replace(/“[^”]*”/g, '').replace(/[\d.,E+]+/g, '')}`;

/** Groups errors of the same column and cause, in the order of the file. */
export function faultGroups(faults: readonly Fault[]): { key: string; column: string; faults: Fault[] }[] {
  const groups = new Map<string, { key: string; column: string; faults: Fault[] }>();
  for (const fault of faults) {
    const key = kindOf(fault);
    const group = groups.get(key);
    if (group) group.faults.push(fault);
    else groups.set(key, { key, column: fault.column, faults: [fault] });
  }
  return [...groups.values()];
}

export const percent = (job: Job | undefined) =>
  job?.total ? Math.min(100, Math.floor((100 * job.done) / job.total)) : undefined;
