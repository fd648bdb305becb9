// Import jobs of a declared resource. A dry run saves each row and rolls back. After confirmation the job writes the
// rows.
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
import { forgetWritten } from './import-row-store.ts';

export const importKinds = {
  check: 'resource.import',
  apply: 'resource.importConfirm',
  undo: 'resource.importUndo',
} as const;
export const toReadableError = (error: unknown): unknown =>
  error instanceof SheetRefused ? new AppError('invalid', error.message) : error;

export const checkNotes = z.object({
  /** Absent in jobs of an older program, whose kind names the resource. */
  resource: z.optional(z.string()),
  fileId: z.string(),
  fileKind: z.enum(['xlsx', 'csv']),
  sha256: z.string(),
  sheet: z._default(z.int(), 0),
  notes: z._default(z.array(z.string()), []),
  repeated: z.boolean(),
  enterpriseId: z._default(z.nullable(z.string()), null),
  problems: z._default(z.array(importProblem), []),
  unchanged: z._default(z.int(), 0),
  appliedBy: z.optional(z.string()),
});
export type CheckNotes = z.output<typeof checkNotes>;

export const applyNotes = z.object({
  resource: z.optional(z.string()),
  importId: z.string(),
  auditId: z.optional(z.string()),
  mode: z.enum(['all', 'rows']),
  onDuplicate: z.enum(['update', 'skip', 'stop']),
  cursor: z._default(z.int(), 0),
  inserted: z._default(z.int(), 0),
  updated: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
  /** Errors of rows that passed the dry run and failed at the write. */
  late: z._default(z.array(importProblem), []),
  undoneBy: z.optional(z.string()),
});
export type ApplyNotes = z.output<typeof applyNotes>;
type Counts = Pick<ApplyNotes, 'inserted' | 'updated' | 'skipped'>;

const batchRows = 100;
const longest = { statementMs: 3_600_000 };
export const pause = () => new Promise((done) => setImmediate(done));

/** Returns the current scope of the job's user. Throws when the permit was withdrawn in the meantime (S12, S35). */
export async function requireCurrentScope(work: RunningWork, permit: string, progressText: string): Promise<Scope> {
  const now = await work.scopeNow();
  const holds = (now.permits as ReadonlySet<string>).has(permit);
  if (!holds || now.enterpriseId !== work.scope.enterpriseId || !covers(now.regions, work.scope.regions))
    throw new AppError('denied', `权限已被收回，任务已停止，${progressText}`);
  return now;
}
/** Stops the job when the user has cancelled it. The message includes the number of written rows. */
export const stopIfCancelled = (work: RunningWork, progressText: () => string) =>
  work.throwIfStopped().catch((error: unknown) => {
    throw error instanceof WorkCancelled ? new WorkCancelled(`已取消，${progressText()}`) : error;
  });

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

export interface GoodRows<C> {
  readonly rows: readonly ReadRow[];
  readonly columns: readonly C[];
  readonly wrong: number;
}

export interface RowsImport<C extends FileColumn> {
  /** Completes the values of the rows. `params` belong to the dry run; its `look` may have added notes. */
  resolve?(tx: Tx, rows: readonly ReadRow[], columns: readonly C[], params: Record<string, unknown>): Promise<void>;
  look(
    work: RunningWork,
    rows: readonly ReadRow[],
    columns: readonly C[],
  ): Promise<{ duplicates: number; unchanged: number; notes?: Record<string, unknown> }>;
  write(work: RunningWork, notes: ApplyNotes, good: GoodRows<C>): Promise<WorkOutcome>;
}

export interface WorkDeps {
  resource: AnyResource;
  kit: Pick<Kit, 'db' | 'clock'>;
  key: readonly string[];
  judge: ReturnType<typeof createRowPlanner>;
  /** The database and other services of the import; throws when imports are impossible. */
  ports: () => ImportPorts;
  errorsAddress: (importId: string) => string | null;
}

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
      // Also registers faulty rows, so that later rows with the same values are reported.
      for (const seen of once) seen(row);
      if (row.problems.length === 0) {
        const does = await judge.tryOut(work.scope, row, columns);
        if (row.problems.length === 0 && does !== null && does !== 'add') duplicates += 1;
        if (row.problems.length === 0 && does === 'nothing') unchanged += 1;
      }
      if ((at + 1) % 20 === 0) {
        await work.progress(null, { done: at + 1, message: `已检查 ${at + 1} 行` });
        await work.throwIfStopped();
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

  /** Determines what the row would change under the user's choice; null when the row is left out. */
  async function planned(tx: Tx, row: ReadRow, columns: readonly ImportColumn[], notes: ApplyNotes) {
    const plan = await judge.plan(tx, row, columns);
    const [problem] = row.problems;
    if (problem) throw new AppError('invalid', `${problem.column}：${problem.cause}`);
    if (plan.does !== 'add' && notes.onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${row.no} 行的${label}已经存在，没有继续导入`);
    return { plan, isWritten: plan.does === 'add' || (plan.does === 'change' && notes.onDuplicate === 'update') };
  }

  const scopeNow = (work: RunningWork, progressText: string) => requireCurrentScope(work, permit, progressText);

  /** Writes all rows in one transaction. When one row fails, none is written. */
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
            await stopIfCancelled(work, () => none);
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

  /** Writes each row and its progress in one transaction, so that a killed job neither halves nor repeats a row. */
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
    const summary = () => written(counts);
    for (const [at, row] of rows.entries()) {
      if (row.no <= began.cursor) continue;
      if (at % 20 === 0) {
        scope = await scopeNow(work, summary());
        await stopIfCancelled(work, summary);
        await pause();
      }
      const step = { done: at + 1, total: rows.length };
      try {
        const { plan, isWritten } = await db.read(scope, (tx) => planned(tx, row, columns, began));
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
    await db.scoped(work.scope, (tx) => forgetWritten(tx, kit.clock.now()));
    return notes.mode === 'all' ? applyAll(work, notes, rows, columns) : applyRows(work, notes, rows, columns, wrong);
  }

  return { resolve, look, write };
}
