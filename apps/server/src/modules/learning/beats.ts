// Heartbeats of a sitting: what each is credited with, by the server's clock alone (decision 0052). While a face check is
// open nothing is credited; while a confirmation is waited for, what is played is kept apart (decision 0064).
import { creditOf, isLearned, totalOf, type Credit } from '@anlan/contract/modules/learning/crediting';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { Beat, SittingState } from '@anlan/contract/modules/learning/views';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Face } from './face.ts';
import { writeHeldBeat } from './face-store.ts';
import { createGatheredBeats } from './gathered-beats.ts';
import { createMoveOn, statusOf } from './moving.ts';
import { newNonce, stateWith, worthOf, type BeatAnswer } from './sitting-state.ts';
import { sittingOf, writeBeat, type StoredSitting } from './sitting-store.ts';
import type { StoredTask } from './task-store.ts';

/** What beats depend on. */
export interface BeatDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'touched'>;
  learnerOf: (tx: Tx) => Promise<string | null>;
  ownTaskOf: (tx: Tx, id: string) => Promise<StoredTask>;
  face: Pick<Face, 'isAsked' | 'stateOf'>;
}
type Status = LearningTask['status'];

/** What a beat continues: what is credited, or kept apart, of the lesson. */
function learnedOf({ credited, furthest_ms: furthest, held, heldElsewhere }: StoredSitting) {
  const others = heldElsewhere ?? [];
  return {
    credited: held?.credited ?? credited,
    furthest: Math.max(held?.furthest ?? furthest, ...others.map((one) => one.furthest)),
  };
}

/** Opens what takes beats. */
export function createBeats({ kit, learnerOf, ownTaskOf, face }: BeatDeps) {
  const { db, clock } = kit;
  const moveOn = createMoveOn(kit);

  const stateOf = async (tx: Tx, sitting: StoredSitting, status: Status, told: BeatAnswer): Promise<SittingState> =>
    stateWith(sitting, status, told, await face.stateOf(tx, sitting));

  const beatAlone = (scope: Scope, { id, seq, nonce, from, to, last = false }: Beat): Promise<SittingState> =>
    db.scoped(scope, async (tx) => {
      const at = clock.now();
      // Who learns is needed further down, and comes with the same answer of the database.
      const [sitting] = await Promise.all([sittingOf(tx, id, scope.userId ?? ''), learnerOf(tx)]);
      if (!sitting) throw new AppError('notFound');
      const isRepeated = seq === sitting.seq && nonce === sitting.last_nonce;
      if (!isRepeated && (seq !== sitting.seq + 1 || nonce !== sitting.nonce))
        throw new AppError('conflict', '这次心跳已经计入或不是本次学习的，不能重复提交');
      const statusNow = async () => statusOf((await ownTaskOf(tx, sitting.task_id)).status);
      // The answer was lost on its way: the same is said again, and counted once.
      if (isRepeated) return stateOf(tx, sitting, await statusNow(), { addedMs: 0, refused: null, repeated: true });
      if (sitting.heldState === 'rejected' && sitting.ended_at !== null)
        throw new AppError('conflict', '人工确认未通过，这次学习没有计入，请重新开始');
      if (sitting.ended_at !== null) throw new AppError('conflict', '您已在别处打开课时，这里不再计时');
      const elapsed = at.getTime() - sitting.last_at.getTime();
      const learned = learnedOf(sitting);
      const credit: Omit<Credit, 'refused'> & Pick<SittingState, 'refused'> = (await face.isAsked(tx, sitting))
        ? { ...learned, added: 0, refused: 'face' }
        : creditOf(learned, { from, to }, elapsed, sitting.length_ms);
      const { offlineMs, ...worth } = worthOf(credit, { from, to }, elapsed);
      const written = { seq, nonce: newNonce(), at, ...worth, isLast: last };
      const told = { addedMs: credit.added, refused: credit.refused };
      if (sitting.held !== null) {
        const held = { credited: credit.credited, furthest: credit.furthest };
        await writeHeldBeat(tx, { id, held, ...written });
        return stateOf(tx, { ...sitting, seq, nonce: written.nonce, held }, await statusNow(), told);
      }
      const creditedMs = totalOf(credit.credited);
      const isDone = isLearned(creditedMs, sitting.length_ms);
      // What waits elsewhere was seen; how far that is stands where it waits.
      const furthest = credit.refused === 'face' ? sitting.furthest_ms : credit.furthest;
      const next: StoredSitting = {
        ...sitting,
        seq,
        nonce: written.nonce,
        credited: [...credit.credited],
        credited_ms: creditedMs,
        sittingMs: sitting.sittingMs + credit.added,
        furthest_ms: furthest,
        done_at: sitting.done_at ?? (isDone ? at : null),
      };
      const beaten = writeBeat(tx, {
        sitting,
        ...written,
        credited: credit.credited,
        creditedMs,
        furthestMs: furthest,
        offlineMs,
        isDone: next.done_at !== null,
      });
      const isNews = (next.done_at !== null && sitting.done_at === null) || sitting.credited_ms === 0;
      // Read after what was written, in the same turn.
      const [task] = await Promise.all([ownTaskOf(tx, sitting.task_id), beaten]);
      const status = credit.added > 0 || isNews ? await moveOn(tx, task, at) : statusOf(task.status);
      return stateOf(tx, next, status, told);
    });

  return { stateOf, beat: createGatheredBeats(kit, beatAlone) };
}
