// What an import of any rows is made of: what its subject says of itself, and the work that is the same for all.
import { buffer } from 'node:stream/consumers';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import {
  checkedWords,
  createHiddenRows,
  demandHeadings,
  readSheet,
  tooManyRows,
  type SheetRow,
} from '#platform/sheets/index.ts';
import type { ImportPorts, Kit, RunningWork, WorkOutcome } from '../ports.ts';
import { readRow, type ReadRow } from './read-rows.ts';
import type { FileColumn } from './sheets.ts';
import { applyNotes, checkNotes, readable, type CheckNotes, type RowsImport } from './work.ts';

/** What is brought in as a file: its words and limits, its columns, and what becomes of rows that were read. */
export interface ImportSubject<C extends FileColumn = FileColumn> extends RowsImport<C> {
  /** As calls and the audit name it. */
  readonly name: string;
  readonly label: string;
  /** What its permits begin with. */
  readonly permits: string;
  /** Kinds of its two pieces of work. */
  readonly kinds: { readonly check: string; readonly apply: string };
  /** What people who watch it call them, where the kinds do not say it. */
  readonly titles?: { readonly check: string; readonly apply: string };
  readonly limits: { readonly rows: number; readonly bytes: number; readonly keptSeconds: number };
  /** Path of the file of wrong rows, with `{id}` for the dry run. */
  readonly errorsPath: string | undefined;
  /** Headings by key, and those that a file must have. */
  headings(scope: Scope): { wanted: readonly (readonly [string, string])[]; required: ReadonlySet<string> };
  columns(tx: Tx): Promise<readonly C[]>;
  /** Columns that the template leaves out for this person. */
  hides?(scope: Scope, column: C): boolean;
}

/** How far a file is read, and how much of it. */
export const sheetLimits = ({ limits: { rows } }: Pick<ImportSubject, 'limits'>) => ({ ...limits.import, rows });
/** Address of the file of wrong rows of a dry run. */
export const errorsAddress = ({ errorsPath }: Pick<ImportSubject, 'errorsPath'>, importId: string): string | null =>
  errorsPath?.replace('{id}', importId) ?? null;

/** Says that an import needs to be sent again when it came for another enterprise, or may no longer be made. */
function demandSame(scope: Scope, { permits }: Pick<ImportSubject, 'permits'>, { enterpriseId }: CheckNotes): void {
  if (!(scope.permits as ReadonlySet<string>).has(`${permits}:import`))
    throw new AppError('denied', '权限已被收回，任务已停止');
  if (scope.enterpriseId !== enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
}

const errorsShown = 50;

/** The two kinds of work of an import. */
export function createImportWork<C extends FileColumn>(
  subject: ImportSubject<C>,
  { db }: Pick<Kit, 'db'>,
  ports: () => ImportPorts,
) {
  const { label } = subject;
  const read = sheetLimits(subject);

  /** The rows of a file that is still kept, with what they refer to. */
  async function rowsOf(
    scope: Scope,
    { fileId, fileKind, sheet }: CheckNotes,
  ): Promise<{ rows: ReadRow[]; columns: readonly C[] }> {
    const bytes = await buffer((await ports().files.open(scope, { id: fileId })).body).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('notFound', '文件已经过期，请重新上传') : error;
    });
    const found: SheetRow[] = [];
    const source = { bytes, kind: fileKind, limits: read };
    for await (const batch of readSheet(source, 500, sheet)) found.push(...batch);
    const { wanted, required } = subject.headings(scope);
    const { rowNo, places } = demandHeadings(found, wanted, required);
    return db.scoped(
      scope,
      async (tx) => {
        const columns = await subject.columns(tx);
        const rows = found.flatMap((row) => (row.no > rowNo ? (readRow(row, columns, places) ?? []) : []));
        if (rows.length > read.rows) throw new AppError('invalid', tooManyRows(read.rows));
        await subject.resolve?.(tx, rows, columns);
        return { rows, columns };
      },
      { readOnly: true },
    );
  }

  async function check(work: RunningWork): Promise<WorkOutcome> {
    const notes = checkNotes.parse(work.params);
    const { scope } = work;
    demandSame(scope, subject, notes);
    const { rows, columns } = await rowsOf(scope, notes);
    const hidden = createHiddenRows();
    for (const row of rows) hidden.look(row);
    await work.progress(null, { done: 0, total: rows.length, message: '正在检查' });
    const { duplicates, unchanged } = await subject.look(work, rows, columns);
    const problems = rows.flatMap((row) => row.problems);
    const bad = rows.filter((row) => row.problems.length > 0).length;
    return db.scoped(scope, async (tx) => {
      await work.progress(tx, { done: rows.length, total: rows.length, notes: { problems, unchanged } });
      const outcome: WorkOutcome = {
        state: 'done',
        message: checkedWords(rows.length, bad),
        result: {
          rows: rows.length,
          good: rows.length - bad,
          bad,
          duplicates,
          unchanged,
          errors: problems.slice(0, errorsShown),
          repeated: notes.repeated,
          notes: [...notes.notes, ...hidden.notes()],
        },
        resultUrl: bad > 0 ? errorsAddress(subject, work.id) : null,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  }

  async function apply(work: RunningWork): Promise<WorkOutcome> {
    const notes = applyNotes.parse(work.params);
    const looked = checkNotes.parse(
      (await db.scoped(work.scope, (tx) => ports().work.find(tx, notes.importId), { readOnly: true }))?.params,
    );
    demandSame(work.scope, subject, looked);
    const { rows, columns } = await rowsOf(work.scope, looked);
    // What was wrong when it was shown stays out, whatever has become of it since.
    const before = new Set(looked.problems.map(({ row }) => row));
    const good = rows.filter(({ no }) => !before.has(no));
    const [fault] = good.flatMap(({ problems }) => problems);
    if (fault && notes.mode === 'all')
      throw new AppError('invalid', `第 ${fault.row} 行：${fault.cause}，没有写入任何${label}，请重新上传文件`);
    await work.progress(null, { done: 0, total: good.length, message: '正在写入' });
    return subject.write(work, notes, { rows: good, columns, wrong: rows.length - good.length });
  }

  const told = (run: (work: RunningWork) => Promise<WorkOutcome>) => (work: RunningWork) =>
    run(work).catch((error: unknown) => {
      throw readable(error);
    });
  return { check: told(check), apply: told(apply), rowsOf };
}
