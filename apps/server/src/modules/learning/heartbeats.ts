// Heartbeats of a sitting, credited by server time only. An open face check stops the credit; time that needs a
// confirmation is stored separately.
import {
  computeCredit,
  isLessonComplete,
  sumStretches,
  type Credit,
} from '@anlan/contract/modules/learning/time-credit';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { Beat, SittingState } from '@anlan/contract/modules/learning/views';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Face } from './face.ts';
import { writeHeldBeat } from './face-store.ts';
import { createGatheredBeats } from './batched-heartbeats.ts';
import { createMoveOn, statusOf } from './task-progress.ts';
import { newNonce, stateWith, worthOf, type BeatAnswer } from './sitting-state.ts';
import { sittingOf, writeBeat, type StoredSitting } from './sitting-store.ts';
import type { StoredTask } from './task-store.ts';

export interface BeatDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'refreshTodos'>;
  learnerOf: (tx: Tx) => Promise<string | null>;
  ownTaskOf: (tx: Tx, id: string) => Promise<StoredTask>;
  face: Pick<Face, 'isAsked' | 'stateOf'>;
}
type Status = LearningTask['status'];

function continuedCredit({ credited, furthest_ms: furthest, held, heldElsewhere }: StoredSitting) {
  const others = heldElsewhere ?? [];
  return {
    credited: held?.credited ?? credited,
    furthest: Math.max(held?.furthest ?? furthest, ...others.map((one) => one.furthest)),
  };
}

export function createBeats({ kit, learnerOf, ownTaskOf, face }: BeatDeps) {
  const { db, clock } = kit;
  const moveOn = createMoveOn(kit);

  const stateOf = async (
    tx: Tx,
    sitting: StoredSitting,
    status: Status,
    beatAnswer: BeatAnswer,
  ): Promise<SittingState> => stateWith(sitting, status, beatAnswer, await face.stateOf(tx, sitting));

  const beatAlone = (scope: Scope, { id, seq, nonce, from, to, last = false }: Beat): Promise<SittingState> =>
    db.scoped(scope, async (tx) => {
      const at = clock.now();
      // Send both queries together. The learner is needed below.
      const [sitting] = await Promise.all([sittingOf(tx, id, scope.userId ?? ''), learnerOf(tx)]);
      if (!sitting) throw new AppError('notFound');
      const isRepeated = seq === sitting.seq && nonce === sitting.last_nonce;
      if (!isRepeated && (seq !== sitting.seq + 1 || nonce !== sitting.nonce))
        throw new AppError('conflict', '这次心跳已经计入或不是本次学习的，不能重复提交');
      const statusNow = async () => statusOf((await ownTaskOf(tx, sitting.task_id)).status);
      // The client repeats a heartbeat if it got no answer. Return the same answer and credit nothing.
      if (isRepeated) return stateOf(tx, sitting, await statusNow(), { addedMs: 0, refused: null, repeated: true });
      if (sitting.heldState === 'rejected' && sitting.ended_at !== null)
        throw new AppError('conflict', '人工确认未通过，这次学习没有计入，请重新开始');
      if (sitting.ended_at !== null) throw new AppError('conflict', '您已在别处打开课时，这里不再计时');
      const elapsed = at.getTime() - sitting.last_at.getTime();
      const learned = continuedCredit(sitting);
      const credit: Omit<Credit, 'refused'> & Pick<SittingState, 'refused'> = (await face.isAsked(tx, sitting))
        ? { ...learned, added: 0, refused: 'face' }
        : computeCredit(learned, { from, to }, elapsed, sitting.length_ms);
      const { offlineMs, ...worth } = worthOf(credit, { from, to }, elapsed);
      const written = { seq, nonce: newNonce(), at, ...worth, isLast: last };
      const beatAnswer = { addedMs: credit.added, refused: credit.refused };
      if (sitting.held !== null) {
        const held = { credited: credit.credited, furthest: credit.furthest };
        await writeHeldBeat(tx, { id, held, ...written });
        return stateOf(tx, { ...sitting, seq, nonce: written.nonce, held }, await statusNow(), beatAnswer);
      }
      const creditedMs = sumStretches(credit.credited);
      const isDone = isLessonComplete(creditedMs, sitting.length_ms);
      // Unconfirmed credit of another sitting counts as played, but its position is stored in that sitting. This
      // sitting stores only its own position.
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
      // Send both statements together. The server executes the write first.
      const [task] = await Promise.all([ownTaskOf(tx, sitting.task_id), beaten]);
      const status = credit.added > 0 || isNews ? await moveOn(tx, task, at) : statusOf(task.status);
      return stateOf(tx, next, status, beatAnswer);
    });

  return { stateOf, beat: createGatheredBeats(kit, beatAlone) };
}
