// What a learner does: their own tasks, a sitting before a lesson, and the beats that it is credited by.
import { randomBytes } from 'node:crypto';
import { crediting, creditOf, isLearned, totalOf } from '@anlan/contract/modules/learning/crediting';
import type { PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { Beat, OwnTask, SittingState, TaskView } from '@anlan/contract/modules/learning/views';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { FileLink } from '@anlan/contract/domain/file';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Caller } from '../staff/index.ts';
import { hourMinutes, hoursOf, lessonsFor, nextState, passedAs } from './rules.ts';
import {
  beginSitting,
  creditedOf,
  endSittings,
  saveHours,
  saveStatus,
  sittingOf,
  sittingsOf,
  writeBeat,
  type StoredSitting,
} from './sitting-store.ts';
import { progressOf, taskOf, tasksOf, type StoredTask } from './task-store.ts';

/** What learners lean on. */
export interface LearnerDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'touched' | 'audit'>;
  postsOf: (tx: Tx) => Promise<Caller | null>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  lend: (scope: Scope, id: string, tenantId: string) => Promise<FileLink>;
  certificateOf: (tx: Tx, task: StoredTask) => Promise<TaskView['certificate']>;
}
type Status = LearningTask['status'];
// Kept by a check of the table.
const statusOf = (status: string) => status as Status;
const newNonce = () => randomBytes(16).toString('base64url');

/** Opens what learners do. */
export function createLearner({
  kit: { db, clock, events, touched, audit },
  postsOf,
  enterprises,
  lend,
  certificateOf,
}: LearnerDeps) {
  /** The caller as an employee; others have nothing to learn. */
  const learnerOf = async (tx: Tx): Promise<string | null> => (await postsOf(tx))?.employeeId ?? null;
  async function ownTaskOf(tx: Tx, id: string): Promise<StoredTask> {
    const employeeId = await learnerOf(tx);
    const task = employeeId === null ? undefined : await taskOf(tx, id, employeeId);
    if (!task) throw new AppError('notFound', '没有这项学习任务，或它不属于您');
    return task;
  }
  const isOver = ({ plan_status: status }: StoredTask) => status === 'ended' || status === 'archived';
  const isBegun = (task: StoredTask) => task.start_on <= dayOf(clock.now()) && !isOver(task);
  const ownTask = (task: StoredTask): OwnTask => ({
    id: task.id,
    planTitle: task.plan_title,
    status: statusOf(task.status),
    dueOn: task.due_on,
    startOn: task.start_on,
    over: isOver(task),
    hours: Number(task.hours),
    hoursRequired: Number(task.hours_required),
    lessonCount: task.lessons.length,
    lessonsDone: Number(task.lessons_done),
    score: task.score,
    certificateNo: task.certificate_no,
  });
  const stateOf = (
    {
      seq,
      nonce,
      credited,
      credited_ms: creditedMs,
      furthest_ms: furthestMs,
      done_at: doneAt,
    }: Omit<StoredSitting, 'credited'> & { credited: readonly (readonly [number, number])[] },
    status: Status,
    { addedMs, refused, repeated = false }: Pick<SittingState, 'addedMs' | 'refused'> & { repeated?: boolean },
  ): SittingState => ({
    seq,
    nonce,
    credited: credited.map(([from, to]) => ({ from, to })),
    creditedMs,
    furthestMs,
    addedMs,
    refused,
    repeated,
    lessonDone: doneAt !== null,
    status,
  });

  /** The task goes on where a lesson is learned. */
  async function moveOn(tx: Tx, task: StoredTask, at: Date): Promise<Status> {
    const ms = await creditedOf(tx, task.id);
    const hours = hoursOf(ms);
    await saveHours(tx, task.id, Math.floor(ms / 1000), hours);
    const next = nextState(task.status, {
      allDone: Number(task.lessons_done) >= task.lessons.length,
      hours: hours + Number(task.offline_hours),
      hoursRequired: Number(task.hours_required),
      hasExam: task.exam_count > 0,
      signRequired: task.sign_required,
    });
    if (next === null) return statusOf(task.status);
    const passed = next === 'passed' ? passedAs({ id: task.id, cycleMonths: task.cycle_months }, at) : {};
    await saveStatus(tx, task.id, { status: next, ...passed }, at);
    await touched(tx, 'learningTask', [task.id]);
    await events.emit(tx, 'learning.changed', { ids: [task.id], enterpriseIds: [task.enterprise_id] });
    return next;
  }

  return {
    ownTaskOf,
    learnerOf,
    mine: (scope: Scope): Promise<OwnTask[]> =>
      db.scoped(
        scope,
        async (tx) => {
          const employeeId = await learnerOf(tx);
          return employeeId === null ? [] : (await tasksOf(tx, employeeId)).map(ownTask);
        },
        { readOnly: true },
      ),
    open: (scope: Scope, { id }: { id: string }): Promise<TaskView> =>
      db.scoped(
        scope,
        async (tx) => {
          const task = await ownTaskOf(tx, id);
          const cards = await enterprises.cards(tx, [task.enterprise_id]);
          return {
            ...ownTask(task),
            enterpriseName: cards.get(task.enterprise_id)?.name ?? null,
            lessons: lessonsFor(task.lessons, await progressOf(tx, id), isBegun(task)),
            sittings: (await sittingsOf(tx, id)).map((row) => ({
              id: row.id,
              lessonTitle: row.lesson_title,
              startedAt: row.started_at,
              endedAt: row.ended_at ?? row.last_at,
              creditedMs: row.credited_ms,
              offlineMs: row.offline_ms,
              refusedMs: row.refused_ms,
            })),
            offlineHours: Number(task.offline_hours),
            signRequired: task.sign_required,
            signedAt: task.signed_at,
            certificate: await certificateOf(tx, task),
            hourMinutes,
            exam:
              task.exam_count > 0
                ? {
                    count: task.exam_count,
                    minutes: task.exam_minutes,
                    passScore: task.pass_score,
                    left: Math.max(0, task.retries + 1 - task.attempts),
                  }
                : null,
          };
        },
        { readOnly: true },
      ),
    begin: (scope: Scope, { id, key, device }: { id: string; key: string; device?: string | undefined }) =>
      db.scoped(scope, async (tx) => {
        const task = await ownTaskOf(tx, id);
        const lesson = lessonFor(task, key);
        const own = lessonsFor(task.lessons, await progressOf(tx, id), isBegun(task)).find((one) => one.key === key);
        if (isOver(task)) throw new AppError('invalid', '培训计划已结束，请联系安全管理人员');
        if (!isBegun(task)) throw new AppError('invalid', `培训从 ${task.start_on} 开始`);
        if (own?.state === 'locked') throw new AppError('invalid', '请先学完前面的课时');
        const at = clock.now();
        const userId = scope.userId ?? '';
        // The person may sit in another enterprise, whose rows this one does not see.
        await db.scoped(systemScope('one lesson at a time', scope.tenantId, scope), (wide) =>
          endSittings(wide, userId, at),
        );
        const sitting = { id: newId(), nonce: newNonce() };
        await beginSitting(tx, {
          ...sitting,
          enterpriseId: task.enterprise_id,
          taskId: id,
          userId,
          lessonKey: key,
          lessonTitle: lesson.title,
          lengthMs: lesson.seconds * 1000,
          device: device ?? null,
          at,
        });
        await audit.record(tx, {
          call: 'learning.begin',
          objectType: 'learningTask',
          objectId: id,
          enterpriseId: task.enterprise_id,
          note: lesson.title,
        });
        const begun = await sittingOf(tx, sitting.id, userId);
        if (!begun) throw new AppError('failed');
        return { id: sitting.id, ...stateOf(begun, statusOf(task.status), { addedMs: 0, refused: null }) };
      }),
    beat: (scope: Scope, { id, seq, nonce, from, to, last = false }: Beat): Promise<SittingState> =>
      db.scoped(scope, async (tx) => {
        const at = clock.now();
        const sitting = await sittingOf(tx, id, scope.userId ?? '');
        if (!sitting) throw new AppError('notFound');
        const isRepeated = seq === sitting.seq && nonce === sitting.last_nonce;
        if (!isRepeated && (seq !== sitting.seq + 1 || nonce !== sitting.nonce))
          throw new AppError('conflict', '这次心跳已经计入或不是本次学习的，不能重复提交');
        const statusNow = async () => statusOf((await ownTaskOf(tx, sitting.task_id)).status);
        // The answer was lost on its way: the same is said again, and counted once.
        if (isRepeated) return stateOf(sitting, await statusNow(), { addedMs: 0, refused: null, repeated: true });
        if (sitting.ended_at !== null) throw new AppError('conflict', '您已在别处打开课时，这里不再计时');
        const elapsed = at.getTime() - sitting.last_at.getTime();
        const played = Math.max(0, to - from);
        const learned = { credited: sitting.credited, furthest: sitting.furthest_ms };
        const credit = creditOf(learned, { from, to }, elapsed, sitting.length_ms);
        const creditedMs = totalOf(credit.credited);
        const next = {
          ...sitting,
          seq,
          nonce: newNonce(),
          credited: credit.credited,
          credited_ms: creditedMs,
          furthest_ms: credit.furthest,
          done_at: sitting.done_at ?? (isLearned(creditedMs, sitting.length_ms) ? at : null),
        };
        await writeBeat(tx, {
          sitting,
          seq,
          nonce: next.nonce,
          at,
          credited: credit.credited,
          creditedMs,
          furthestMs: credit.furthest,
          addedMs: credit.added,
          offlineMs: elapsed > 2 * crediting.beatMs ? credit.added : 0,
          refusedMs: credit.refused === null ? 0 : Math.min(Math.max(0, played - credit.added), elapsed),
          isDone: next.done_at !== null,
          isLast: last,
        });
        const isNews = (next.done_at !== null && sitting.done_at === null) || sitting.credited_ms === 0;
        const status =
          credit.added > 0 || isNews ? await moveOn(tx, await ownTaskOf(tx, sitting.task_id), at) : await statusNow();
        return stateOf(next, status, { addedMs: credit.added, refused: credit.refused });
      }),
    media: async (scope: Scope, { id }: { id: string }): Promise<FileLink> => {
      const fileId = await db.scoped(scope, async (tx) => {
        const sitting = await sittingOf(tx, id, scope.userId ?? '');
        if (!sitting) throw new AppError('notFound');
        return lessonFor(await ownTaskOf(tx, sitting.task_id), sitting.lesson_key).file?.id ?? null;
      });
      if (fileId === null) throw new AppError('notFound');
      return lend(scope, fileId, scope.tenantId);
    },
  };
}

/** A lesson of a task's plan. */
function lessonFor(task: StoredTask, key: string): PlannedLesson {
  const lesson = task.lessons.find((one) => one.key === key);
  if (!lesson) throw new AppError('notFound', '没有这个课时');
  return lesson;
}
