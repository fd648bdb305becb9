// Parts that every import needs: its subject, and the jobs.
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { importProblem, type ImportConfirm } from '@anlan/contract/kit/import';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { checkMessage, createHiddenRows, requireHeadings, readSheet, tooManyRows } from '#platform/sheets/index.ts';
import { truncateText } from '#kernel/truncate-text.ts';
import type { ImportPorts, Kit, RunningWork, WorkOutcome } from '../ports.ts';
import { readRow, type ReadRow } from './read-rows.ts';
import type { FileColumn, TemplateRows } from './sheets.ts';
import { applyNotes, checkNotes, pause, toReadableError, type CheckNotes, type RowsImport } from './import-jobs.ts';

export interface ImportSubject<
  C extends FileColumn = FileColumn,
  X extends ImportConfirm = ImportConfirm,
> extends RowsImport<C> {
  readonly name: string;
  readonly label: string;
  readonly permits: string;
  readonly kinds: { readonly check: string; readonly apply: string };
  readonly titles?: { readonly check: string; readonly apply: string };
  readonly limits: { readonly rows: number; readonly bytes: number; readonly keptSeconds: number };
  /** Path for the download of wrong rows. `{id}` is replaced by the dry run's id. */
  readonly errorsPath: string | undefined;
  headings(scope: Scope): { wanted: readonly (readonly [string, string])[]; required: ReadonlySet<string> };
  columns(tx: Tx): Promise<readonly C[]>;
  hides?(scope: Scope, column: C): boolean;
  /** Example rows of the template. Without them, the columns' own examples make one row. */
  readonly template?: TemplateRows;
  /** Checks the choice of the user. Returns what the job needs to know about it besides mode and duplicates. */
  confirm?(scope: Scope, choice: X): Record<string, unknown>;
  /** Rows of a dry run that an older program did. Null if this program did it. */
  rowsBefore?(tx: Tx, importId: string, params: Record<string, unknown>): Promise<ReadRow[] | null>;
}

export const sheetLimits = ({ limits: { rows } }: Pick<ImportSubject, 'limits'>) => ({ ...limits.import, rows });
export const errorsAddress = ({ errorsPath }: Pick<ImportSubject, 'errorsPath'>, importId: string): string | null =>
  errorsPath?.replace('{id}', importId) ?? null;

/** Throws when the import belongs to another enterprise or is no longer permitted. */
function requireSameScope(
  scope: Scope,
  { permits }: Pick<ImportSubject, 'permits'>,
  { enterpriseId }: CheckNotes,
): void {
  if (!(scope.permits as ReadonlySet<string>).has(`${permits}:import`))
    throw new AppError('denied', '权限已被收回，任务已停止');
  if (scope.enterpriseId !== enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
}

const errorsShown = 50;
// Rows per batch: small batches do not block the event loop for long.
const batchRows = 250;
const shownErrors = z.looseObject({ errors: z.array(importProblem) });

export function createImportWork<C extends FileColumn>(
  subject: Omit<ImportSubject<C>, 'confirm'>,
  { db }: Pick<Kit, 'db'>,
  ports: () => ImportPorts,
) {
  const { label } = subject;
  const read = sheetLimits(subject);
  const columnsOf = (scope: Scope) => db.read(scope, (tx) => subject.columns(tx));

  /** Reads the rows of the file up to the row `last`. Calls `between` after each batch. */
  async function readRows(
    scope: Scope,
    { fileId, fileKind, sheet }: CheckNotes,
    columns: readonly C[],
    { last = Infinity, between }: { last?: number; between?: (() => Promise<void>) | undefined } = {},
  ): Promise<ReadRow[]> {
    const file = await ports()
      .files.open(scope, { id: fileId })
      .catch((error: unknown) => {
        throw error instanceof AppError ? new AppError('notFound', '文件已经过期，请重新上传') : error;
      });
    const bytes = await buffer(file.body);
    const { wanted, required } = subject.headings(scope);
    const rows: ReadRow[] = [];
    let headings: ReturnType<typeof requireHeadings> | undefined;
    for await (const batch of readSheet({ bytes, kind: fileKind, limits: read }, batchRows, sheet)) {
      headings ??= requireHeadings(batch, wanted, required);
      const { rowNo, places } = headings;
      rows.push(...batch.flatMap((row) => (row.no > rowNo ? (readRow(row, columns, places) ?? []) : [])));
      if (rows.length > read.rows) throw new AppError('invalid', tooManyRows(read.rows));
      if ((batch.at(-1)?.no ?? 0) >= last) break;
      await between?.();
      await pause();
    }
    if (!headings) requireHeadings([], wanted, required);
    return rows;
  }

  type Rows = { rows: readonly ReadRow[]; columns: readonly C[] };
  async function rowsOf(scope: Scope, params: Record<string, unknown>, between?: () => Promise<void>): Promise<Rows> {
    const columns = await columnsOf(scope);
    const rows = await readRows(scope, checkNotes.parse(params), columns, { between });
    await db.read(scope, async (tx) => subject.resolve?.(tx, rows, columns, params));
    return { rows, columns };
  }

  /** Reads the rows of a finished dry run again. */
  async function checkedRows(
    scope: Scope,
    importId: string,
    params: Record<string, unknown>,
    between?: () => Promise<void>,
  ): Promise<Rows> {
    const rows = await db.scoped(scope, async (tx) => subject.rowsBefore?.(tx, importId, params) ?? null);
    return rows ? { rows, columns: await columnsOf(scope) } : rowsOf(scope, params, between);
  }

  /**
   * The result of a dry run with the cells as typed, for its sender. The stored result masks classified columns (S78).
   */
  async function asTyped(
    scope: Scope,
    params: Record<string, unknown>,
    result: Record<string, unknown> | null,
  ): Promise<Record<string, unknown> | null> {
    const shown = shownErrors.safeParse(result).data;
    if (!shown || shown.errors.length === 0) return null;
    const columns = await columnsOf(scope);
    const keyOf = new Map(columns.flatMap(({ label: heading, key, mask }) => (mask ? [[heading, key]] : [])));
    const wanted = shown.errors.flatMap(({ row, column }) => (keyOf.has(column) ? [row] : []));
    if (wanted.length === 0) return null;
    const last = Math.max(...wanted);
    // Without the file, which expires, the masks remain.
    const rows = await readRows(scope, checkNotes.parse(params), columns, { last }).catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });
    const cells = new Map(rows.map((row) => [row.no, row.cells]));
    const errors = shown.errors.map((error) => {
      const typed = cells.get(error.row)?.[keyOf.get(error.column) ?? ''];
      return typed === undefined ? error : { ...error, value: truncateText(typed.toWellFormed(), 200) };
    });
    return { ...shown, errors };
  }

  async function check(work: RunningWork): Promise<WorkOutcome> {
    const notes = checkNotes.parse(work.params);
    const { scope } = work;
    requireSameScope(scope, subject, notes);
    const { rows, columns } = await rowsOf(scope, work.params, () => work.throwIfStopped());
    const hidden = createHiddenRows();
    for (const row of rows) hidden.look(row);
    const fromFile = new Map(rows.map((row) => [row, row.problems.length]));
    await work.progress(null, { done: work.done, total: rows.length, message: '正在检查' });
    const { duplicates, unchanged, notes: more } = await subject.look(work, rows, columns);
    const wrong = rows.filter((row) => row.problems.length > 0);
    // The file shows its own problems again, so that one problem per wrong row and those of the check suffice.
    const problems = wrong.flatMap((row) => row.problems.slice(Math.max(0, (fromFile.get(row) ?? 0) - 1)));
    return db.scoped(scope, async (tx) => {
      await work.progress(tx, { done: rows.length, total: rows.length, notes: { problems, unchanged, ...more } });
      const outcome: WorkOutcome = {
        state: 'done',
        message: checkMessage(rows.length, wrong.length),
        result: {
          rows: rows.length,
          good: rows.length - wrong.length,
          bad: wrong.length,
          duplicates,
          unchanged,
          errors: wrong.flatMap((row) => row.problems).slice(0, errorsShown),
          repeated: notes.repeated,
          notes: [...notes.notes, ...hidden.notes()],
        },
        resultUrl: wrong.length > 0 ? errorsAddress(subject, work.id) : null,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  }

  async function apply(work: RunningWork): Promise<WorkOutcome> {
    const notes = applyNotes.parse(work.params);
    const params = (await db.read(work.scope, (tx) => ports().work.find(tx, notes.importId)))?.params ?? {};
    const looked = checkNotes.parse(params);
    requireSameScope(work.scope, subject, looked);
    const { rows, columns } = await checkedRows(work.scope, notes.importId, params, () => work.throwIfStopped());
    // Leaves out rows that had an error in the dry run, even when they are valid now.
    const before = new Set(looked.problems.map(({ row }) => row));
    const good = rows.filter(({ no }) => !before.has(no));
    const [fault] = good.flatMap(({ problems }) => problems);
    if (fault && notes.mode === 'all')
      throw new AppError('invalid', `第 ${fault.row} 行：${fault.cause}，没有写入任何${label}，请重新上传文件`);
    await work.progress(null, { done: work.done, total: good.length, message: '正在写入' });
    return subject.write(work, notes, { rows: good, columns, wrong: rows.length - good.length });
  }

  const withReadableErrors = (run: (work: RunningWork) => Promise<WorkOutcome>) => (work: RunningWork) =>
    run(work).catch((error: unknown) => {
      throw toReadableError(error);
    });
  return { check: withReadableErrors(check), apply: withReadableErrors(apply), checkedRows, asTyped };
}
