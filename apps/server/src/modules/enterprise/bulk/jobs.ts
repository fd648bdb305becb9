import * as z from 'zod/mini';
import {
  bulkActions,
  bulkInput,
  isFieldAction,
  type BulkAction,
} from '@anlan/contract/modules/enterprise/bulk-actions';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { updateAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { savepoint } from '#platform/db/savepoint.ts';
import { WorkCancelled, type JobModule, type Outcome, type Work } from '../../job/index.ts';
import type { Needs } from '../deps.ts';
import { edges, givenFor, wrongState } from '../lifecycle/rules.ts';
import type { Mover } from '../lifecycle/service.ts';
import { changesOf, entryOf, fileOf, rateAfter, tagsOf } from '../present.ts';
import { replaceTags, takeRows, type EnterpriseRow } from '../store.ts';
import { changeFor, requireBulkRight, isUndoable, labelsMoved, opposites, type FieldChange } from './rules.ts';
import * as store from './store.ts';

export const kind = 'enterprise.bulk';

export type BulkDeps = Needs<'db' | 'clock' | 'audit' | 'dictionaries' | 'jobs'> &
  Pick<Mover, 'move' | 'demandOfficer'> &
  Partial<Pick<Mover, 'touched'>>;

const actions = Object.keys(bulkActions) as [BulkAction, ...BulkAction[]];
export const bulkNotes = z.object({
  action: z.enum(actions),
  words: z.object(bulkInput),
  /** Id of the audit row of the bulk call. The audit row of each enterprise refers to it. */
  auditId: z.string(),
  /** For an undo job: id of the audit row of the bulk call to undo. */
  undoes: z.optional(z.string()),
  total: z.int(),
  /** Row number up to which all rows are processed. */
  cursor: z._default(z.int(), 0),
  changed: z._default(z.int(), 0),
  same: z._default(z.int(), 0),
  refused: z._default(z.int(), 0),
});
export type BulkNotes = z.output<typeof bulkNotes>;

/** Time until which the job can be undone; null if it cannot. */
export function undoUntil({
  state,
  params,
  endedAt,
}: Parameters<Parameters<JobModule['undoable']>[1]>[0]): Date | null {
  if (state === 'waiting' || state === 'running' || params['undoneBy'] !== undefined) return null;
  const { data } = bulkNotes.safeParse(params);
  if (data === undefined || data.undoes !== undefined || data.changed === 0 || !isUndoable(data.action)) return null;
  return new Date(endedAt.getTime() + limits.undoSeconds * 1000);
}

type Refused = { row_no: number; reason: string }[];
interface Turn {
  row_no: number;
  row: EnterpriseRow;
}

const changedMeanwhile = '选择之后已被他人修改，请核对后重试';

/**
 * Runs one bulk action in batches. Each batch commits together with its cursor, so that a restart continues after it.
 */
export function createBulkWork({ db, clock, audit, jobs, move, touched }: BulkDeps) {
  // An undo changes only what the original job changed: an enterprise that already had the label keeps it.
  const doneBy = async (tx: Tx, { action, undoes }: BulkNotes, turns: Turn[]) =>
    undoes === undefined || !isUndoable(action)
      ? null
      : audit.changesUnder(
          tx,
          undoes,
          `enterprise.${opposites[action]}`,
          turns.map(({ row }) => row.id),
        );

  async function writeFields(tx: Tx, work: Work, notes: BulkNotes, turns: Turn[], refused: Refused): Promise<number> {
    const { action, words, auditId } = notes;
    if (!isFieldAction(action)) return 0;
    const done = await doneBy(tx, notes, turns);
    const changed: { row: EnterpriseRow; change: FieldChange }[] = [];
    for (const { row_no, row } of turns) {
      const change = changeFor(action, done ? { labels: labelsMoved(done.get(row.id) ?? []) } : words, row);
      if (typeof change === 'string') refused.push({ row_no, reason: change });
      else if (change !== null) changed.push({ row, change });
    }
    const ids = changed.map(({ row }) => row.id);
    const assigns = action === 'assignOfficer';
    const stamp = { updated_at: clock.now(), updated_by: work.userId };
    await updateAll(
      tx,
      'enterprise',
      changed.map(({ row, change }) => ({
        id: row.id,
        ...change,
        // Labels are notes of the authority, so they do not change the update time.
        ...(assigns ? { ...stamp, profile_rate: rateAfter(row, { officerId: change.officer_id }) } : {}),
      })),
    );
    const tagged = changed.map(({ row, change }) => ({
      id: row.id,
      tags: tagsOf({ ...fileOf(row), labels: change.labels ?? null }),
    }));
    if (!assigns) await replaceTags(tx, tagged);
    await audit.recordAll(
      tx,
      changed.map(({ row, change }) => {
        const after = assigns ? { officerId: change.officer_id } : { labels: change.labels };
        return entryOf(action, row.id, { parentId: auditId, changes: changesOf(fileOf(row), after) });
      }),
    );
    if (assigns && ids.length > 0) await touched?.(tx, ids);
    return changed.length;
  }

  async function takeSteps(tx: Tx, notes: BulkNotes, turns: Turn[], refused: Refused): Promise<number> {
    const { action, words, auditId } = notes;
    if (isFieldAction(action)) return 0;
    let changed = 0;
    for (const { row_no, row } of turns)
      try {
        const refusal = wrongState(action, row.status);
        if (refusal !== null) throw new AppError('invalid', refusal);
        await savepoint(tx, () => move(tx, row, edges[action].to, { ...givenFor(action, words), parentId: auditId }));
        changed += 1;
      } catch (error) {
        // An error of one row is recorded for that row. A server error ends the attempt.
        if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
        refused.push({ row_no, reason: error.code === 'conflict' ? changedMeanwhile : error.message });
      }
    return changed;
  }

  /** Processes the next batch; returns the new notes, or null if there are no more rows. */
  async function batch(tx: Tx, work: Work): Promise<BulkNotes | null> {
    await store.lockJob(tx, work.id);
    const notes = bulkNotes.parse((await jobs.find(tx, work.id))?.params);
    const batchRows = await store.nextRows(tx, work.id, notes.cursor, limits.bulk.batchRows);
    const last = batchRows.at(-1)?.row_no;
    if (last === undefined) return null;
    const held = await takeRows(
      tx,
      batchRows.map((row) => row.enterprise_id),
    );
    const byId = new Map(held.map((row) => [row.id, row]));
    const refused: Refused = [];
    const turns: Turn[] = [];
    for (const { row_no, enterprise_id, version } of batchRows) {
      const row = byId.get(enterprise_id);
      // A label change is valid for any version of the row. Other actions were decided on the version the user saw.
      const stale = row?.version !== version && notes.action !== 'addLabels' && notes.action !== 'removeLabels';
      if (!row) refused.push({ row_no, reason: '企业已删除或不在管辖范围内' });
      else if (stale) refused.push({ row_no, reason: changedMeanwhile });
      else turns.push({ row_no, row });
    }
    const early = refused.length;
    const changed = (await writeFields(tx, work, notes, turns, refused)) + (await takeSteps(tx, notes, turns, refused));
    await store.settle(tx, work.id, { from: notes.cursor, to: last }, refused);
    const after: BulkNotes = {
      ...notes,
      cursor: last,
      changed: notes.changed + changed,
      same: notes.same + turns.length - changed - (refused.length - early),
      refused: notes.refused + refused.length,
    };
    const { cursor, same } = after;
    await work.progress(tx, {
      done: cursor,
      total: notes.total,
      notes: { cursor, changed: after.changed, same, refused: after.refused },
    });
    return after;
  }

  return async function perform(work: Work): Promise<Outcome> {
    let notes = bulkNotes.parse(work.params);
    for (;;) {
      // Rights are checked before each batch, so that a withdrawn right stops the rest (S12, S35).
      const scope = await work.scopeNow();
      try {
        requireBulkRight(scope, notes.action);
      } catch {
        const message = `权限已被收回，任务已停止，此前已处理 ${notes.changed} 家`;
        return { state: 'failed', message, ...figuresOf(notes, work.id) };
      }
      const next = await db.scoped(scope, (tx) => batch(tx, work), { statementMs: 600_000 });
      if (next === null) return outcomeOf(notes, work.id);
      notes = next;
      try {
        await work.throwIfStopped();
      } catch (error) {
        if (!(error instanceof WorkCancelled)) throw error;
        return { state: 'cancelled', message: `已取消，此前已处理 ${next.changed} 家`, ...figuresOf(next, work.id) };
      }
      await new Promise((done) => setImmediate(done));
    }
  };
}

// Refused rows of a stopped job include the enterprises it did not reach.
const figuresOf = ({ total, changed, same, refused }: BulkNotes, jobId: string) => ({
  result: { total, changed, same, refused },
  resultUrl: changed + same < total ? `/bus/enterprise/bulk/refusedFile/${jobId}` : null,
});

const outcomeOf = (notes: BulkNotes, jobId: string): Outcome => {
  const { changed, same, refused } = notes;
  const parts = [
    `已处理 ${changed} 家`,
    same > 0 ? `${same} 家无需变更` : null,
    refused > 0 ? `${refused} 家未处理` : null,
  ];
  return { state: 'done', message: parts.filter((part) => part !== null).join('，'), ...figuresOf(notes, jobId) };
};
