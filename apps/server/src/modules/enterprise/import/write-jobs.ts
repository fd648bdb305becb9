import { AppError } from '#kernel/errors.ts';
import { covers } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import {
  applyNotes,
  noteLate,
  pause,
  stopIfCancelled,
  type ApplyNotes,
  type GoodRows,
} from '#kit/import/import-jobs.ts';
import { forgetWritten } from '#kit/import/import-row-store.ts';
import type { ReadRow } from '#kit/import/read-rows.ts';
import type { FileColumn } from '#kit/import/sheets.ts';
import { errorsAddress } from '#kit/import/subject.ts';
import type { RunningWork, WorkOutcome } from '#kit/ports.ts';
import type { Tx } from '#platform/db/index.ts';
import { batchRows, entryNotes, errorsPath, type EntryNotes, type ImportDeps } from './jobs.ts';
import { CodeTaken, createBatchWriter, type Counts } from './write-rows.ts';

type Notes = ApplyNotes & EntryNotes;

const mayImport = ({ permits }: Scope, { entryStatus }: EntryNotes): boolean =>
  permits.has('bus:enterprise:import') && (entryStatus !== 'active' || permits.has('bus:enterprise:audit'));

function outcomeOf({ moved, outside, ...counts }: Counts, failed: number, importId: string): WorkOutcome {
  const parts = [
    ...(moved > 0 ? [`${moved} 行的企业已启用、行政区划不同，须办理区划迁移`] : []),
    ...(outside > 0 ? [`${outside} 行的企业在您所辖区域以外`] : []),
  ];
  const reasons = parts.length > 0 ? `（其中 ${parts.join('；')}）` : '';
  const wrong = failed > 0 ? `，${failed} 行有错误未写入` : '';
  return {
    state: 'done',
    message: `新增 ${counts.inserted} 家，更新 ${counts.updated} 家，跳过 ${counts.skipped} 行${reasons}${wrong}`,
    result: { ...counts, failed },
    resultUrl: failed > 0 ? errorsAddress({ errorsPath }, importId) : null,
  };
}

/** Retries if another user inserted the same enterprise between the check and the write. */
async function retryOnTakenCode<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run();
    } catch (error) {
      if (attempt >= 3 || !(error instanceof CodeTaken)) throw error;
    }
}

const longest = { statementMs: 3_600_000 };

/** Writes the confirmed rows as enterprises: in one transaction, or in batches that a restart can continue. */
export function createWrite(deps: ImportDeps) {
  const { db, clock, jobs } = deps;
  const writeBatch = createBatchWriter(deps);

  /** Writes batches in the given transaction, or each batch and its progress in a transaction of its own. */
  async function writeRows(work: RunningWork, notes: Notes, all: readonly ReadRow[], whole?: Tx): Promise<Counts> {
    const rows = all.filter(({ no }) => no > notes.cursor);
    const total = all.length;
    const { inserted, updated, skipped, moved, outside } = notes;
    let counts: Counts = { inserted, updated, skipped, moved, outside };
    const written = () => (whole ? '没有写入任何企业' : `此前已写入 ${counts.inserted + counts.updated} 家`);
    for (let from = 0; from < rows.length; from += batchRows) {
      // Read the current rights before each batch: a withdrawn right stops the rest (S12, S35).
      const scope = await work.scopeNow();
      if (!mayImport(scope, notes) || (whole && !covers(scope.regions, whole.scope.regions)))
        throw new AppError('denied', `权限已被收回，任务已停止，${written()}`);
      const batch = rows.slice(from, from + batchRows);
      const write = async (tx: Tx) => {
        const after = { ...counts };
        await writeBatch(tx, work, notes, batch, after);
        const done = after.inserted + after.updated + after.skipped;
        // Another attempt that has taken the job makes this fail. It continues after the last committed batch.
        if (!whole) await work.progress(tx, { done, total, notes: { ...after, cursor: batch.at(-1)?.no } });
        return after;
      };
      counts = await (whole ? write(whole) : retryOnTakenCode(() => db.scoped(scope, write, longest)));
      if (whole) await work.progress(null, { done: from + batch.length, total });
      await stopIfCancelled(work, written);
      await pause();
    }
    return counts;
  }

  return async function write(
    work: RunningWork,
    _notes: ApplyNotes,
    { rows, wrong }: GoodRows<FileColumn>,
  ): Promise<WorkOutcome> {
    const notes = { ...applyNotes.parse(work.params), ...entryNotes.parse(work.params) };
    if (!mayImport(work.scope, notes)) throw new AppError('denied');
    await db.scoped(work.scope, (tx) => forgetWritten(tx, clock.now()));
    const finish = async (tx: Tx, counts: Counts, late: readonly ReadRow[]) => {
      const problems = late.flatMap((row) => row.problems);
      await noteLate({ work: jobs }, tx, notes.importId, problems);
      const outcome = outcomeOf(counts, notes.mode === 'all' ? 0 : wrong + late.length, notes.importId);
      await work.finish(tx, outcome);
      return outcome;
    };
    if (notes.mode === 'all')
      return retryOnTakenCode(() =>
        db.scoped(work.scope, async (tx) => finish(tx, await writeRows(work, notes, rows, tx), []), longest),
      );
    const late = rows.filter(({ problems }) => problems.length > 0);
    const good = rows.filter(({ problems }) => problems.length === 0);
    const counts = await writeRows(work, notes, good);
    return db.scoped(work.scope, (tx) => finish(tx, counts, late));
  };
}
