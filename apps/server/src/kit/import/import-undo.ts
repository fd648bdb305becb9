// Undoes a whole import: removes added rows and restores changed ones. Rows that were changed or referenced in the
// meantime stay.
import * as z from 'zod/mini';
import { limits } from '@anlan/contract/limits';
import { declaredResources } from '@anlan/contract/modules';
import { AppError } from '#kernel/errors.ts';
import { systemScope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { savepoint } from '#platform/db/savepoint.ts';
import type { EndedWork, ImportPorts, Kit, RunningWork, WorkOutcome } from '../ports.ts';
import { tableOf, type AnyResource } from '../table.ts';
import { applyNotes, checkNotes, toReadableError, requireCurrentScope, stopIfCancelled } from './import-jobs.ts';
import { countWritten, forgetImport, referring, writtenBefore } from './import-row-store.ts';

const remainingRow = z.object({ name: z.string(), why: z.string() });

const undoNotes = z.object({
  resource: z.string(),
  importId: z.string(),
  cursor: z._default(z.nullable(z.string()), null),
  met: z._default(z.int(), 0),
  removed: z._default(z.int(), 0),
  restored: z._default(z.int(), 0),
  kept: z._default(z.int(), 0),
  keptRows: z._default(z.array(remainingRow), []),
});
type UndoNotes = z.output<typeof undoNotes>;

const batchRows = 50;
const shownRows = 50;
const namedRows = 5;
const changedSince = '导入后已被修改';

/** Latest time at which the import can be undone; null when that is impossible. */
export function undoUntil({ state, params, result, endedAt }: EndedWork): Date | null {
  if (state === 'waiting' || state === 'running' || params['undoneBy'] !== undefined) return null;
  const [noted, ended] = [params, result ?? {}];
  const written = [noted['inserted'], noted['updated'], ended['inserted'], ended['updated']];
  return written.some((count) => typeof count === 'number' && count > 0)
    ? new Date(endedAt.getTime() + limits.undoSeconds * 1000)
    : null;
}

/** A row that the import wrote, as it is now. It is locked until the transaction ends. */
export interface UndoneRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}
interface TakeBackDeps<R extends UndoneRow, B extends { id: string }> {
  name: string;
  label: string;
  counter: string;
  permits: string;
  table: string;
  undoKind: string;
  db: Kit['db'];
  ports: () => ImportPorts;
  /** Locks rows by id. Leaves out rows that were removed since then, or are invisible. */
  hold(tx: Tx, ids: readonly string[]): Promise<readonly R[]>;
  /** Removes an added row. */
  remove(tx: Tx, row: R): Promise<unknown>;
  /** Gives a changed row its imported fields from before the import. */
  restore(tx: Tx, row: R, before: B): Promise<void>;
}

export function createTakeBack<R extends UndoneRow, B extends { id: string }>(deps: TakeBackDeps<R, B>) {
  const { name, label, counter, table, db, ports } = deps;
  const permit = `${deps.permits}:import`;
  const pointing = declaredResources.flatMap((other) => {
    const from = tableOf(other.resource as unknown as AnyResource);
    return from.columns
      .filter(({ spec }) => spec.refersTo === name)
      .map(({ column }) => ({ from, column, label: other.resource.label }));
  });

  /** Finds rows that refer to these rows, also those that the user cannot see. Grouped by the referenced row. */
  async function referrersOf(tx: Tx, ids: readonly string[]) {
    const all = systemScope(`references to ${name}`, tx.scope.tenantId, tx.scope);
    const referrers = new Map<string, { by: string; own: boolean; label: string }[]>();
    await db.read(all, async (wide) => {
      for (const { from, column, label: by } of pointing)
        for (const { id, of } of await referring(wide, from, column, ids))
          referrers.set(of, [...(referrers.get(of) ?? []), { by: id, own: from.name === table, label: by }]);
    });
    return referrers;
  }

  async function remove(tx: Tx, row: R): Promise<void> {
    try {
      await deps.remove(tx, row);
    } catch (error) {
      if (error instanceof AppError || brokenConstraint(error) === null) throw error;
      throw new AppError('invalid', '已被其他内容引用');
    }
  }

  async function takeBatch(tx: Tx, notes: UndoNotes): Promise<UndoNotes> {
    const rows = await writtenBefore<B>(tx, table, notes.importId, notes.cursor, batchRows);
    // Locks the rows before it looks for references. A new reference then waits for the lock and finds the row gone.
    const ids = rows.map(({ id }) => id);
    const held = await deps.hold(tx, ids);
    const referrers = await referrersOf(
      tx,
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    );
    const gone = new Set<string>();
    let { removed, restored, kept: keptCount } = notes;
    const keptRows = [...notes.keptRows];
    for (const row of rows) {
      const now = held.find(({ id }) => id === row.id);
      // The row was removed since then, or is invisible: nothing to undo.
      if (!now) continue;
      const by = referrers.get(row.id)?.find(({ by: id, own }) => !(own && gone.has(id)));
      try {
        if (now.version !== row.version) throw new AppError('conflict');
        if (row.before === null) {
          if (by) throw new AppError('invalid', `已被${by.label}引用`);
          await savepoint(tx, () => remove(tx, now));
          gone.add(row.id);
          removed += 1;
        } else {
          const { before } = row;
          await savepoint(tx, () => deps.restore(tx, now, before));
          restored += 1;
        }
      } catch (error) {
        // A server error ends the job; an error of the row only skips the row.
        if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
        keptCount += 1;
        const why = error.code === 'conflict' ? changedSince : error.message;
        if (keptRows.length < shownRows) keptRows.push({ name: now.title, why });
      }
    }
    const met = notes.met + rows.length;
    return { ...notes, met, cursor: rows.at(-1)?.id ?? notes.cursor, removed, restored, kept: keptCount, keptRows };
  }

  const undoSummary = ({ removed, restored, kept: keptCount, keptRows }: UndoNotes) => {
    const names = keptRows.slice(0, namedRows).map(({ name, why }) => `${name}（${why}）`);
    const stays =
      keptCount === 0
        ? ''
        : `，保留 ${keptCount} ${counter}：${names.join('、')}${keptCount > names.length ? '等' : ''}`;
    return `删除 ${removed} ${counter}，恢复 ${restored} ${counter}${stays}`;
  };

  async function run(work: RunningWork): Promise<WorkOutcome> {
    let notes = undoNotes.parse(work.params);
    const total = await db.read(work.scope, (tx) => countWritten(tx, notes.importId));
    await work.progress(null, { done: notes.met, total, message: '正在撤销' });
    while (notes.met < total) {
      const summary = () => undoSummary(notes);
      const scope = await requireCurrentScope(work, permit, summary());
      await stopIfCancelled(work, summary);
      const next = await db.scoped(scope, async (tx) => {
        const { resource: _, importId: __, ...after } = await takeBatch(tx, notes);
        // Recorded in the same transaction, so that a kill neither halves nor repeats a batch.
        await work.progress(tx, { done: after.met, total, notes: after });
        return after;
      });
      if (next.met === notes.met) break;
      notes = { ...notes, ...next };
    }
    const { removed, restored, kept: keptCount, keptRows } = notes;
    const outcome: WorkOutcome = {
      state: 'done',
      message: `已撤销：${undoSummary(notes)}`,
      result: { removed, restored, kept: keptCount, keptRows },
      resultUrl: null,
    };
    await db.scoped(work.scope, async (tx) => {
      await forgetImport(tx, notes.importId);
      await work.finish(tx, outcome);
    });
    return outcome;
  }

  return {
    /** Starts the job that undoes the caller's import and returns its id. The job checks the rights. */
    async begin(tx: Tx, { id, params }: Pick<EndedWork, 'id' | 'params'>): Promise<string> {
      const notes = applyNotes.parse(params);
      const looked = checkNotes.parse((await ports().work.find(tx, notes.importId))?.params);
      if (looked.enterpriseId !== tx.scope.enterpriseId)
        throw new AppError('invalid', '当前企业已经改变，请切换回导入时的企业再撤销');
      const undoing = await ports().work.create(tx, {
        kind: deps.undoKind,
        title: `撤销导入${label}`,
        params: { resource: name, importId: id },
      });
      await ports().work.note(tx, id, { undoneBy: undoing });
      return undoing;
    },
    run: (work: RunningWork) =>
      run(work).catch((error: unknown) => {
        throw toReadableError(error);
      }),
  };
}
