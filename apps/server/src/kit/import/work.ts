// Rows of a declared resource: a dry run of each through the engine that saves, then what the person decided.
import * as z from 'zod/mini';
import { importProblem, type ImportProblem } from '@anlan/contract/kit/import';
import { AppError, WorkCancelled } from '#kernel/errors.ts';
import { covers } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { SheetRefused } from '#platform/sheets/index.ts';
import type { ImportPorts, Kit, RunningWork, WorkOutcome } from '../ports.ts';
import type { AnyResource } from '../table.ts';
import type { ImportColumn } from './columns.ts';
import type { createRowPlanner } from './plan-rows.ts';
import { createRepeats, type ReadRow } from './read-rows.ts';
import type { FileColumn } from './sheets.ts';
import { forgetWritten } from './written-store.ts';

/** Kinds of work of every import, and of taking one back; the notes name the resource. */
export const importKinds = {
  check: 'resource.import',
  apply: 'resource.importConfirm',
  undo: 'resource.importUndo',
} as const;
/** What reading a file failed with, in words. */
export const readable = (error: unknown): unknown =>
  error instanceof SheetRefused ? new AppError('invalid', error.message) : error;

/** What the dry run is told, and what it found. */
export const checkNotes = z.object({
  resource: z.string(),
  fileId: z.string(),
  fileKind: z.enum(['xlsx', 'csv']),
  sha256: z.string(),
  /** Which of its sheets, from 0. */
  sheet: z._default(z.int(), 0),
  /** What of the file is not read, in words. */
  notes: z._default(z.array(z.string()), []),
  repeated: z.boolean(),
  /** The enterprise that was current when the file came. */
  enterpriseId: z.nullable(z.string()),
  /** Every fault, once it has been looked for. */
  problems: z._default(z.array(importProblem), []),
  /** How many rows change nothing. */
  unchanged: z._default(z.int(), 0),
  /** The work that a confirmation began. */
  appliedBy: z.optional(z.string()),
});
/** What the dry run is told. */
export type CheckNotes = z.output<typeof checkNotes>;

/** What the confirmed import is told, and what it notes of its way. */
export const applyNotes = z.object({
  resource: z.string(),
  importId: z.string(),
  /** The confirmation in the audit. */
  auditId: z.optional(z.string()),
  mode: z.enum(['all', 'rows']),
  onDuplicate: z.enum(['update', 'skip', 'stop']),
  /** The last row that was met. */
  cursor: z._default(z.int(), 0),
  inserted: z._default(z.int(), 0),
  updated: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
  /** Faults of rows that were good when they were looked at. */
  late: z._default(z.array(importProblem), []),
  /** The work that takes it back. */
  undoneBy: z.optional(z.string()),
});
/** What the confirmed import is told. */
export type ApplyNotes = z.output<typeof applyNotes>;
type Counts = Pick<ApplyNotes, 'inserted' | 'updated' | 'skipped'>;

const batchRows = 100;
// Longer than an import may be taken back, and than the longest one writes.
const writtenKeptMs = 24 * 3_600_000;
const longest = { statementMs: 3_600_000 };
const pause = () => new Promise((done) => setImmediate(done));

/** The scope of now; what was withdrawn since stops the rest (S12, S35). */
export async function scopeHeld(work: RunningWork, permit: string, told: string): Promise<Scope> {
  const now = await work.scopeNow();
  const holds = (now.permits as ReadonlySet<string>).has(permit);
  if (!holds || now.enterpriseId !== work.scope.enterpriseId || !covers(now.regions, work.scope.regions))
    throw new AppError('denied', `权限已被收回，任务已停止，${told}`);
  return now;
}
/** Stops where the person asked for it, and says what stands by then. */
export const stopping = (work: RunningWork, told: () => string) =>
  work.goOn().catch((error: unknown) => {
    throw error instanceof WorkCancelled ? new WorkCancelled(`已取消，${told()}`) : error;
  });

/** Adds faults of rows that were good when they were looked at to what their dry run found. */
export async function noteLate(
  { work }: Pick<ImportPorts, 'work'>,
  tx: Tx,
  importId: string,
  late: readonly ImportProblem[],
): Promise<void> {
  if (late.length === 0) return;
  const before = checkNotes.parse((await work.find(tx, importId))?.params);
  await work.note(tx, importId, { problems: [...before.problems, ...late] });
}

/** Rows of a file that are good, and how many are not. */
export interface GoodRows<C> {
  readonly rows: readonly ReadRow[];
  readonly columns: readonly C[];
  readonly wrong: number;
}

/** What becomes of rows that were read. */
export interface RowsImport<C extends FileColumn> {
  /** Puts ids in the place of what was written of other rows. */
  resolve?(tx: Tx, rows: readonly ReadRow[], columns: readonly C[]): Promise<void>;
  /** Looks at rows as they would be written and tells their faults; nothing of it stands. */
  look(
    work: RunningWork,
    rows: readonly ReadRow[],
    columns: readonly C[],
  ): Promise<{ duplicates: number; unchanged: number }>;
  /** Writes good rows as the person decided, and ends the work. */
  write(work: RunningWork, notes: ApplyNotes, good: GoodRows<C>): Promise<WorkOutcome>;
}

/** What the work of an import depends on. */
export interface WorkDeps {
  resource: AnyResource;
  kit: Pick<Kit, 'db' | 'clock'>;
  key: readonly string[];
  judge: ReturnType<typeof createRowPlanner>;
  /** The ports, or a refusal where nothing can be brought in. */
  ports: () => ImportPorts;
  /** Address of the file of wrong rows of a dry run. */
  errorsAddress: (importId: string) => string | null;
}

/** What becomes of the rows of a resource's import. */
export function createRowsImport({
  resource,
  kit,
  key,
  judge,
  ports,
  errorsAddress,
}: WorkDeps): RowsImport<ImportColumn> {
  const { db } = kit;
  const { label, counter } = resource;
  const permit = `${resource.permits}:import`;

  /** Ids in the place of what was written of other rows; many words are looked up at once. */
  async function resolve(tx: Tx, rows: readonly ReadRow[], columns: readonly ImportColumn[]): Promise<void> {
    for (let from = 0; from < rows.length; from += batchRows)
      await judge.resolve(tx, rows.slice(from, from + batchRows), columns);
  }

  async function look(work: RunningWork, rows: readonly ReadRow[], columns: readonly ImportColumn[]) {
    const columnsNamed = (names: readonly string[]) => columns.filter((column) => names.includes(column.key));
    const uniques = columns.filter(({ key: name, spec }) => spec.unique && !(key.length === 1 && key[0] === name));
    const once = [createRepeats(columnsNamed(key)), ...uniques.map((column) => createRepeats([column]))];
    let [duplicates, unchanged] = [0, 0];
    for (const [at, row] of rows.entries()) {
      // A row that is wrong by itself still stands in the way of those that repeat it.
      for (const seen of once) seen(row);
      if (row.problems.length === 0) {
        const does = await judge.tryOut(work.scope, row, columns);
        if (row.problems.length === 0 && does !== null && does !== 'add') duplicates += 1;
        if (row.problems.length === 0 && does === 'nothing') unchanged += 1;
      }
      if ((at + 1) % 20 === 0) {
        await work.progress(null, { done: at + 1, message: `已检查 ${at + 1} 行` });
        await work.goOn();
        await pause();
      }
    }
    return { duplicates, unchanged };
  }

  const written = ({ inserted, updated }: Counts) => `此前已写入 ${inserted + updated} ${counter}`;
  function count(counts: Counts, does: 'add' | 'change' | 'nothing', { onDuplicate }: ApplyNotes): Counts {
    if (does === 'add') return { ...counts, inserted: counts.inserted + 1 };
    return does === 'change' && onDuplicate === 'update'
      ? { ...counts, updated: counts.updated + 1 }
      : { ...counts, skipped: counts.skipped + 1 };
  }
  const outcomeOf = ({ inserted, updated, skipped }: Counts, failed: number, importId: string): WorkOutcome => ({
    state: 'done',
    message: `新增 ${inserted} ${counter}，更新 ${updated} ${counter}，跳过 ${skipped} 行${failed > 0 ? `，${failed} 行有错误未写入` : ''}`,
    result: { inserted, updated, skipped, failed },
    resultUrl: failed > 0 ? errorsAddress(importId) : null,
  });

  /** What a row does by the person's choice; null where it is left out. */
  async function planned(tx: Tx, row: ReadRow, columns: readonly ImportColumn[], notes: ApplyNotes) {
    const plan = await judge.plan(tx, row, columns);
    const [problem] = row.problems;
    if (problem) throw new AppError('invalid', `${problem.column}：${problem.cause}`);
    if (plan.does !== 'add' && notes.onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${row.no} 行的${label}已经存在，没有继续导入`);
    return { plan, isWritten: plan.does === 'add' || (plan.does === 'change' && notes.onDuplicate === 'update') };
  }

  const scopeNow = (work: RunningWork, told: string) => scopeHeld(work, permit, told);

  /** Everything in one transaction, or nothing. */
  async function applyAll(
    work: RunningWork,
    notes: ApplyNotes,
    rows: readonly ReadRow[],
    columns: readonly ImportColumn[],
  ) {
    const none = `没有写入任何${label}`;
    return db.scoped(
      work.scope,
      async (tx) => {
        let counts: Counts = { inserted: 0, updated: 0, skipped: 0 };
        for (const [at, row] of rows.entries()) {
          if (at % 50 === 0) {
            await scopeNow(work, none);
            await work.progress(null, { done: at, total: rows.length });
            await stopping(work, () => none);
            await pause();
          }
          try {
            const { plan, isWritten } = await planned(tx, row, columns, notes);
            if (isWritten) await judge.writeTold(tx, plan, work.id);
            counts = count(counts, plan.does, notes);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            throw new AppError('invalid', `第 ${row.no} 行：${error.message}，${none}，请改正后重新上传`);
          }
        }
        const outcome = outcomeOf(counts, 0, notes.importId);
        await work.progress(tx, { done: rows.length, total: rows.length });
        await work.finish(tx, outcome);
        return outcome;
      },
      longest,
    );
  }

  /** Each row in a transaction of its own, noted in the same: a kill neither halves nor repeats one. */
  async function applyRows(
    work: RunningWork,
    began: ApplyNotes,
    rows: readonly ReadRow[],
    columns: readonly ImportColumn[],
    wrong: number,
  ) {
    let counts: Counts = began;
    const late: ImportProblem[] = [...began.late];
    let { scope } = work;
    const told = () => written(counts);
    for (const [at, row] of rows.entries()) {
      if (row.no <= began.cursor) continue;
      if (at % 20 === 0) {
        scope = await scopeNow(work, told());
        await stopping(work, told);
        await pause();
      }
      const step = { done: at + 1, total: rows.length };
      try {
        const { plan, isWritten } = await db.scoped(scope, (tx) => planned(tx, row, columns, began), {
          readOnly: true,
        });
        const after = count(counts, plan.does, began);
        const { inserted, updated, skipped } = after;
        await judge.carryOut(scope, isWritten ? plan : { does: 'nothing' }, work.id, (tx) =>
          work.progress(tx, { ...step, notes: { inserted, updated, skipped, cursor: row.no } }),
        );
        counts = after;
      } catch (error) {
        judge.tellRefusal(row, columns, error);
        late.push(...row.problems);
        await work.progress(null, { ...step, notes: { late, cursor: row.no } });
      }
    }
    const failed = wrong + new Set(late.map(({ row }) => row)).size;
    const outcome = outcomeOf(counts, failed, began.importId);
    await db.scoped(work.scope, async (tx) => {
      await noteLate(ports(), tx, began.importId, late);
      await work.finish(tx, outcome);
    });
    return outcome;
  }

  async function write(
    work: RunningWork,
    notes: ApplyNotes,
    { rows, columns, wrong }: GoodRows<ImportColumn>,
  ): Promise<WorkOutcome> {
    await db.scoped(work.scope, (tx) => forgetWritten(tx, new Date(kit.clock.now().getTime() - writtenKeptMs)));
    return notes.mode === 'all' ? applyAll(work, notes, rows, columns) : applyRows(work, notes, rows, columns, wrong);
  }

  return { resolve, look, write };
}
