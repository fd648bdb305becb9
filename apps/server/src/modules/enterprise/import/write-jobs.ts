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
import { lockJob } from './store.ts';
import { batchRows, entryNotes, errorsPath, type EntryNotes, type ImportDeps } from './jobs.ts';
import { CodeTaken, createBatchWriter, type Counts } from './write-rows.ts';

type Notes = ApplyNotes & EntryNotes;
const notesOf = (params: unknown): Notes => ({ ...applyNotes.parse(params), ...entryNotes.parse(params) });
const countsOf = ({ inserted, updated, skipped, moved, outside }: Counts): Counts => ({
  inserted,
  updated,
  skipped,
  moved,
  outside,
});
const metOf = ({ inserted, updated, skipped }: Counts): number => inserted + updated + skipped;

const mayImport = ({ permits }: Scope, { entryStatus }: EntryNotes): boolean =>
  permits.has('bus:enterprise:import') && (entryStatus !== 'active' || permits.has('bus:enterprise:audit'));

function summary({ inserted, updated, skipped, moved, outside }: Counts, failed: number): string {
  const parts = [
    ...(moved > 0 ? [`${moved} 行的企业已启用、行政区划不同，须办理区划迁移`] : []),
    ...(outside > 0 ? [`${outside} 行的企业在您所辖区域以外`] : []),
  ];
  const reasons = parts.length > 0 ? `（其中 ${parts.join('；')}）` : '';
  const wrong = failed > 0 ? `，${failed} 行有错误未写入` : '';
  return `新增 ${inserted} 家，更新 ${updated} 家，跳过 ${skipped} 行${reasons}${wrong}`;
}
const outcomeOf = (counts: Counts, failed: number, importId: string): WorkOutcome => ({
  state: 'done',
  message: summary(counts, failed),
  result: { inserted: counts.inserted, updated: counts.updated, skipped: counts.skipped, failed },
  resultUrl: failed > 0 ? errorsAddress({ errorsPath }, importId) : null,
});

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
  const batchAfter = (rows: readonly ReadRow[], after: number): readonly ReadRow[] => {
    const from = rows.findIndex(({ no }) => no > after);
    return from < 0 ? [] : rows.slice(from, from + batchRows);
  };

  function applyAll(work: RunningWork, notes: Notes, rows: readonly ReadRow[]): Promise<WorkOutcome> {
    const none = '没有写入任何企业';
    return retryOnTakenCode(() =>
      db.scoped(
        work.scope,
        async (tx) => {
          await lockJob(tx, work.id);
          const counts: Counts = { inserted: 0, updated: 0, skipped: 0, moved: 0, outside: 0 };
          for (let from = 0; from < rows.length; from += batchRows) {
            // Rights are checked before each batch (S12, S35).
            const now = await work.scopeNow();
            if (!mayImport(now, notes) || !covers(now.regions, tx.scope.regions))
              throw new AppError('denied', `权限已被收回，任务已停止，${none}`);
            await writeBatch(tx, work, notes, rows.slice(from, from + batchRows), counts);
            await work.progress(null, { done: metOf(counts), total: rows.length });
            await stopIfCancelled(work, () => none);
            await pause();
          }
          const outcome = outcomeOf(counts, 0, notes.importId);
          await work.finish(tx, outcome);
          return outcome;
        },
        longest,
      ),
    );
  }

  async function applyRows(
    work: RunningWork,
    notes: Notes,
    rows: readonly ReadRow[],
    late: readonly ReadRow[],
    wrong: number,
  ): Promise<WorkOutcome> {
    let counts = countsOf(notes);
    const written = () => `此前已写入 ${counts.inserted + counts.updated} 家`;
    for (;;) {
      // Read the current rights before each batch: a withdrawn right stops the rest (S12, S35).
      const scope = await work.scopeNow();
      if (!mayImport(scope, notes)) throw new AppError('denied', `权限已被收回，任务已停止，${written()}`);
      const step = await retryOnTakenCode(() =>
        db.scoped(
          scope,
          async (tx) => {
            await lockJob(tx, work.id);
            const noted = notesOf((await jobs.find(tx, work.id))?.params);
            const met = countsOf(noted);
            const batch = batchAfter(rows, noted.cursor);
            const cursor = batch.at(-1)?.no;
            if (cursor === undefined) return null;
            await writeBatch(tx, work, notes, batch, met);
            await work.progress(tx, { done: metOf(met), total: rows.length, notes: { ...met, cursor } });
            return met;
          },
          longest,
        ),
      );
      if (step === null) break;
      counts = step;
      await stopIfCancelled(work, written);
      await pause();
    }
    const outcome = outcomeOf(counts, wrong + late.length, notes.importId);
    await db.scoped(work.scope, async (tx) => {
      await noteLate(
        { work: jobs },
        tx,
        notes.importId,
        late.flatMap(({ problems }) => problems),
      );
      await work.finish(tx, outcome);
    });
    return outcome;
  }

  return async function write(
    work: RunningWork,
    _notes: ApplyNotes,
    { rows, wrong }: GoodRows<FileColumn>,
  ): Promise<WorkOutcome> {
    const notes = notesOf(work.params);
    if (!mayImport(work.scope, notes)) throw new AppError('denied');
    await db.scoped(work.scope, (tx) => forgetWritten(tx, clock.now()));
    if (notes.mode === 'all') return applyAll(work, notes, rows);
    const late = rows.filter(({ problems }) => problems.length > 0);
    const good = rows.filter(({ problems }) => problems.length === 0);
    return applyRows(work, notes, good, late, wrong);
  };
}
