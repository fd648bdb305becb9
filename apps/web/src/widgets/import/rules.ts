import type { Job } from '@anlan/contract/modules/job/job';
import * as z from 'zod/mini';

/** What the wizard is about. */
export interface ImportSubject {
  /** What one row is: 企业. */
  noun: string;
  /** What one counts it by: 家. */
  counter: string;
  /** What makes two rows the same: 统一社会信用代码. */
  identity: string;
  maxBytes: number;
  maxRows: number;
  /** Whether this person may let the rows count at once. */
  mayActivate: boolean;
}

/** One cell that a row cannot be taken with. */
const rowError = z.object({
  row: z.int(),
  column: z.string(),
  value: z.nullish(z.string()),
  cause: z.string(),
  remedy: z.nullish(z.string()),
});

/** One cell that a row cannot be taken with. */
export type Fault = z.output<typeof rowError>;

const dryRun = z.object({
  rows: z.int(),
  good: z.int(),
  bad: z.int(),
  duplicates: z.int(),
  /** Of those that are there already: rows that change nothing. */
  unchanged: z.optional(z.int()),
  errors: z.array(rowError),
  /** What of the file was not read, in words. */
  notes: z.optional(z.array(z.string())),
});
/** What the file holds, before anything is written. */
export type DryRun = z.output<typeof dryRun>;

const outcome = z.object({ inserted: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() });
/** What was written. */
export type Outcome = z.output<typeof outcome>;

/** How the good rows are taken. */
export interface Choice {
  /** all: everything or nothing; rows: the good rows. */
  mode: 'all' | 'rows';
  /** What to do with a row that is already there. */
  onDuplicate: 'update' | 'skip' | 'stop';
  /** Whether new rows count at once. */
  entryStatus?: 'draft' | 'active' | undefined;
}

/** The dry run's figures, or undefined while they are not there. */
export const dryRunOf = (job: Job | undefined) => dryRun.safeParse(job?.result).data;
/** The import's figures, or undefined while they are not there. */
export const outcomeOf = (job: Job | undefined) => outcome.safeParse(job?.result).data;

/** Whether long work is over, well or not. */
export const isOver = (job: Job | undefined) =>
  job !== undefined && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled');

/** What is chosen when nobody has chosen: everything where all rows are good, else the good ones. */
export const firstChoice = (found: DryRun): Choice => ({ mode: found.bad > 0 ? 'rows' : 'all', onDuplicate: 'skip' });

/** How many rows a choice would write. */
export function planned(found: DryRun, choice: Choice): { fresh: number; updated: number; skipped: number } {
  const fresh = found.rows - found.bad - found.duplicates;
  const updated = choice.onDuplicate === 'update' ? found.duplicates - (found.unchanged ?? 0) : 0;
  return { fresh, updated, skipped: found.duplicates - updated + (choice.mode === 'rows' ? found.bad : 0) };
}

/** Why a choice cannot be carried out, or null. */
export function obstacle(found: DryRun, choice: Choice): string | null {
  const { fresh, updated } = planned(found, choice);
  if (choice.mode === 'all' && found.bad > 0)
    return `还有 ${found.bad} 行有错误，请改好后重新选择文件，或改为只导入正确的行`;
  if (choice.onDuplicate === 'stop' && found.duplicates > 0)
    return `有 ${found.duplicates} 行已经存在，请选择跳过或更新`;
  return fresh + updated === 0 ? '没有可以导入的行' : null;
}

/** Why a file is not sent at all, or null. */
export function fileProblem(file: { name: string; size: number }, maxBytes: number): string | null {
  if (/\.(xls|et|ods|xlsm|xltx|wps)$/i.test(file.name))
    return '这种格式的表格不能读取，请用 WPS 或 Excel 打开，另存为 .xlsx 后再选择';
  if (!/\.(xlsx|csv)$/i.test(file.name)) return '只能导入 .xlsx 或 .csv 文件';
  if (file.size === 0) return '文件是空的，请重新选择';
  return file.size > maxBytes ? `文件不能超过 ${Math.floor(maxBytes / 1024 / 1024)}M，请分成几个文件导入` : null;
}

/** What is wrong, without what was typed and without numbers. */
const kindOf = ({ column, cause }: Fault) => `${column} ${cause.replace(/“[^”]*”/g, '').replace(/[\d.,E+]+/g, '')}`;

/** Faults of one kind together: the same column, the same cause, whatever was typed; in the order of the file. */
export function faultGroups(faults: readonly Fault[]): { key: string; column: string; faults: Fault[] }[] {
  const groups = new Map<string, { key: string; column: string; faults: Fault[] }>();
  for (const fault of faults) {
    const key = kindOf(fault);
    const known = groups.get(key);
    if (known) known.faults.push(fault);
    else groups.set(key, { key, column: fault.column, faults: [fault] });
  }
  return [...groups.values()];
}

/** How far long work is, in whole per cent; undefined while nobody knows. */
export const percent = (job: Job | undefined) =>
  job?.total ? Math.min(100, Math.floor((100 * job.done) / job.total)) : undefined;
