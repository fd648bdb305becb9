// An import taken back as a whole: what it added goes, what it changed stands as before; what was changed or named since stays.
import * as z from 'zod/mini';
import { limits } from '@anlan/contract/limits';
import { declared } from '@anlan/contract/modules';
import { importedFields } from '@anlan/contract/kit/import';
import { AppError } from '#kernel/errors.ts';
import { systemScope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { savepoint } from '#platform/db/savepoint.ts';
import type { EndedWork, ImportPorts, Kit, RunningWork, WorkOutcome } from '../ports.ts';
import { isSame, type Values } from '../references.ts';
import { findRows } from '../row-store.ts';
import { tableOf, titleOf, type AnyResource, type StoredRow, type Table } from '../table.ts';
import type { Saving } from './plan-rows.ts';
import { applyNotes, checkNotes, importKinds, readable, scopeHeld, stopping } from './work.ts';
import { countWritten, forgetImport, referring, writtenBefore, type WrittenRow } from './written-store.ts';

/** A row that stays, and why. */
const keptRow = z.object({ name: z.string(), why: z.string() });

const undoNotes = z.object({
  resource: z.string(),
  importId: z.string(),
  /** The last row that was met. */
  cursor: z._default(z.nullable(z.string()), null),
  met: z._default(z.int(), 0),
  removed: z._default(z.int(), 0),
  restored: z._default(z.int(), 0),
  kept: z._default(z.int(), 0),
  /** The first rows that stay, by name. */
  keptRows: z._default(z.array(keptRow), []),
});
type UndoNotes = z.output<typeof undoNotes>;

const batchRows = 50;
const shownRows = 50;
const namedRows = 5;
const changedSince = '导入后已被修改';

/** Until when an import may be taken back; null where it cannot be. */
export function undoUntil({ state, params, result, endedAt }: EndedWork): Date | null {
  if (state === 'waiting' || state === 'running' || params['undoneBy'] !== undefined) return null;
  const [noted, ended] = [params, result ?? {}];
  const written = [noted['inserted'], noted['updated'], ended['inserted'], ended['updated']];
  return written.some((count) => typeof count === 'number' && count > 0)
    ? new Date(endedAt.getTime() + limits.undoSeconds * 1000)
    : null;
}

/** What taking an import back depends on. */
interface TakeBackDeps {
  resource: AnyResource;
  table: Table;
  kit: Pick<Kit, 'db'>;
  saving: Saving;
  ports: () => ImportPorts;
}

/** Takes imports of a resource back. */
export function createTakeBack({ resource, table, kit: { db }, saving, ports }: TakeBackDeps) {
  const { label, counter } = resource;
  const permit = `${resource.permits}:import`;
  const typed = importedFields(resource).flatMap(([key, { immutable }]) => (immutable ? [] : [key]));
  /** Columns of all resources that refer to rows of this one. */
  const pointing = declared.flatMap((other) => {
    const from = tableOf(other.resource as unknown as AnyResource);
    return from.columns
      .filter(({ spec }) => spec.refersTo === resource.name)
      .map(({ column }) => ({ from, column, label: other.resource.label }));
  });

  /** What refers to some rows, whoever sees it: by the row that is referred to. */
  async function referrersOf(tx: Tx, ids: readonly string[]) {
    const all = systemScope(`references to ${resource.name}`, tx.scope.tenantId, tx.scope);
    const found = new Map<string, { by: string; own: boolean; label: string }[]>();
    await db.scoped(
      all,
      async (wide) => {
        for (const { from, column, label: by } of pointing)
          for (const { id, of } of await referring(wide, from, column, ids))
            found.set(of, [...(found.get(of) ?? []), { by: id, own: from.name === table.name, label: by }]);
      },
      { readOnly: true },
    );
    return found;
  }

  async function remove(tx: Tx, { id, version }: WrittenRow): Promise<void> {
    try {
      await saving.remove(tx, { id, version });
    } catch (error) {
      if (error instanceof AppError || brokenConstraint(error) === null) throw error;
      throw new AppError('invalid', '已被其他内容引用');
    }
  }

  /** Gives a row the values that it had; what nobody types follows from them. */
  async function restore(tx: Tx, row: StoredRow, before: StoredRow): Promise<void> {
    const { id, version } = row;
    const [was, now] = [await saving.valuesOf(tx, before), await saving.valuesOf(tx, row)];
    const patch: Values = {};
    for (const key of typed) if (!isSame(was[key], now[key])) patch[key] = was[key];
    if (Object.keys(patch).length > 0) await saving.change(tx, { ...patch, id, version });
  }

  async function takeBatch(tx: Tx, notes: UndoNotes): Promise<UndoNotes> {
    const rows = await writtenBefore(tx, table, notes.importId, notes.cursor, batchRows);
    // Held before it is asked what refers to them: whoever names one from here on waits, and finds it gone.
    const ids = rows.map(({ id }) => id);
    const held = await findRows(tx, table, { id: ids }, { lock: 'change', limit: batchRows });
    const referrers = await referrersOf(
      tx,
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    );
    const gone = new Set<string>();
    let { removed, restored, kept } = notes;
    const keptRows = [...notes.keptRows];
    for (const row of rows) {
      const now = held.find(({ id }) => id === row.id);
      // Removed since, or hidden: nothing is left to do.
      if (!now) continue;
      const by = referrers.get(row.id)?.find(({ by: id, own }) => !(own && gone.has(id)));
      try {
        if (now.version !== row.version) throw new AppError('conflict');
        if (row.before === null) {
          if (by) throw new AppError('invalid', `已被${by.label}引用`);
          await savepoint(tx, () => remove(tx, row));
          gone.add(row.id);
          removed += 1;
        } else {
          const { before } = row;
          await savepoint(tx, () => restore(tx, now, before));
          restored += 1;
        }
      } catch (error) {
        // What is wrong with the server and not with the row ends the work.
        if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
        kept += 1;
        const why = error.code === 'conflict' ? changedSince : error.message;
        if (keptRows.length < shownRows) keptRows.push({ name: titleOf(table, now), why });
      }
    }
    const met = notes.met + rows.length;
    return { ...notes, met, cursor: rows.at(-1)?.id ?? notes.cursor, removed, restored, kept, keptRows };
  }

  const toldOf = ({ removed, restored, kept, keptRows }: UndoNotes) => {
    const names = keptRows.slice(0, namedRows).map(({ name, why }) => `${name}（${why}）`);
    const stays = kept === 0 ? '' : `，保留 ${kept} ${counter}：${names.join('、')}${kept > names.length ? '等' : ''}`;
    return `删除 ${removed} ${counter}，恢复 ${restored} ${counter}${stays}`;
  };

  async function run(work: RunningWork): Promise<WorkOutcome> {
    let notes = undoNotes.parse(work.params);
    const total = await db.scoped(work.scope, (tx) => countWritten(tx, notes.importId), { readOnly: true });
    await work.progress(null, { done: notes.met, total, message: '正在撤销' });
    while (notes.met < total) {
      const told = () => toldOf(notes);
      const scope = await scopeHeld(work, permit, told());
      await stopping(work, told);
      const next = await db.scoped(scope, async (tx) => {
        const { resource: _, importId: __, ...after } = await takeBatch(tx, notes);
        // Noted in the same transaction: a kill neither halves nor repeats a batch.
        await work.progress(tx, { done: after.met, total, notes: after });
        return after;
      });
      if (next.met === notes.met) break;
      notes = { ...notes, ...next };
    }
    const { removed, restored, kept, keptRows } = notes;
    const outcome: WorkOutcome = {
      state: 'done',
      message: `已撤销：${toldOf(notes)}`,
      result: { removed, restored, kept, keptRows },
      resultUrl: null,
    };
    await db.scoped(work.scope, async (tx) => {
      await forgetImport(tx, notes.importId);
      await work.finish(tx, outcome);
    });
    return outcome;
  }

  return {
    /** Begins to take back an import of the caller; the work itself asks whether they still may. Answers its id. */
    async begin(tx: Tx, { id, params }: Pick<EndedWork, 'id' | 'params'>): Promise<string> {
      const notes = applyNotes.parse(params);
      const looked = checkNotes.parse((await ports().work.find(tx, notes.importId))?.params);
      if (looked.enterpriseId !== tx.scope.enterpriseId)
        throw new AppError('invalid', '当前企业已经改变，请切换回导入时的企业再撤销');
      const undoing = await ports().work.create(tx, {
        kind: importKinds.undo,
        title: `撤销导入${label}`,
        params: { resource: resource.name, importId: id },
      });
      await ports().work.note(tx, id, { undoneBy: undoing });
      return undoing;
    },
    run: (work: RunningWork) =>
      run(work).catch((error: unknown) => {
        throw readable(error);
      }),
  };
}
