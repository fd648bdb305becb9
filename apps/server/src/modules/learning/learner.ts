// Calls for learners: own tasks, sittings of lessons, and heartbeats.
import { isLessonComplete } from '@anlan/contract/modules/learning/time-credit';
import type { PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { OwnTask, TaskView } from '@anlan/contract/modules/learning/views';
import type { FileLink } from '@anlan/contract/modules/file/file';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { createBeats } from './heartbeats.ts';
import type { Face } from './face.ts';
import { heldOf } from './face-store.ts';
import { withHeld } from './face-rules.ts';
import { statusOf } from './task-progress.ts';
import { hourMinutes, lessonsFor } from './rules.ts';
import { newNonce } from './sitting-state.ts';
import { beginSitting, endSittings, shownSitting, sittingOf, sittingsOf } from './sitting-store.ts';
import { progressOf, taskOf, tasksOf, type StoredTask } from './task-store.ts';

export interface LearnerDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'refreshTodos' | 'audit'>;
  learnerOf: (tx: Tx) => Promise<string | null>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  lend: (scope: Scope, id: string, tenantId: string) => Promise<FileLink>;
  certificateOf: (tx: Tx, task: StoredTask) => Promise<TaskView['certificate']>;
  face: Pick<Face, 'isOn' | 'isAsked' | 'stateOf' | 'consentedAt'>;
}

export function createLearner({ kit, learnerOf, enterprises, lend, certificateOf, face }: LearnerDeps) {
  const { db, clock, audit } = kit;
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
    offlineHours: Number(task.offline_hours),
    hoursRequired: Number(task.hours_required),
    lessonCount: task.lessons.length,
    lessonsDone: Number(task.lessons_done),
    score: task.score,
    certificateNo: task.certificate_no,
  });
  const { stateOf, beat } = createBeats({ kit, learnerOf, ownTaskOf, face });
  async function lessonsOf(tx: Tx, task: StoredTask) {
    const progress = await progressOf(tx, task.id);
    const helds = await heldOf(tx, task.id);
    for (const { key, seconds } of task.lessons) {
      const own = helds.filter((one) => one.lesson_key === key).map(({ held }) => held);
      if (own.length === 0) continue;
      const { credited = [], furthestMs = 0, done = false } = progress.get(key) ?? {};
      const whole = withHeld({ credited, furthest: furthestMs }, own);
      progress.set(key, {
        credited: [...whole.credited],
        creditedMs: whole.totalMs,
        furthestMs: whole.furthest,
        done: done || isLessonComplete(whole.totalMs, seconds * 1000),
      });
    }
    const heldMs = helds.reduce((sum, { held_ms: ms }) => sum + ms, 0);
    return { lessons: lessonsFor(task.lessons, progress, isBegun(task)), heldMs };
  }

  return {
    ownTaskOf,
    mine: (scope: Scope): Promise<OwnTask[]> =>
      db.read(scope, async (tx) => {
        const employeeId = await learnerOf(tx);
        return employeeId === null ? [] : (await tasksOf(tx, employeeId)).map(ownTask);
      }),
    open: (scope: Scope, { id }: { id: string }): Promise<TaskView> =>
      db.read(scope, async (tx) => {
        const task = await ownTaskOf(tx, id);
        const cards = await enterprises.cards(tx, [task.enterprise_id]);
        return {
          ...ownTask(task),
          enterpriseName: cards.get(task.enterprise_id)?.name ?? null,
          ...(await lessonsOf(tx, task)),
          face: task.face_required && (await face.isOn(tx)) ? { consentedAt: await face.consentedAt(tx) } : null,
          sittings: (await sittingsOf(tx, id)).map(shownSitting),
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
      }),
    begin: (scope: Scope, { id, key, device }: { id: string; key: string; device?: string | undefined }) =>
      db.scoped(scope, async (tx) => {
        const task = await ownTaskOf(tx, id);
        const lesson = lessonFor(task, key);
        const own = (await lessonsOf(tx, task)).lessons.find((one) => one.key === key);
        if (isOver(task)) throw new AppError('invalid', '培训计划已结束，请联系安全管理人员');
        if (!isBegun(task)) throw new AppError('invalid', `培训从 ${task.start_on} 开始`);
        if (own?.state === 'locked') throw new AppError('invalid', '请先学完前面的课时');
        const at = clock.now();
        const userId = scope.userId ?? '';
        // End sittings in all enterprises. Needs the system scope, because rows of another enterprise are not visible.
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
          isChecked: task.face_required && (await face.isOn(tx)),
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
        return { id: sitting.id, ...(await stateOf(tx, begun, statusOf(task.status), { addedMs: 0, refused: null })) };
      }),
    beat,
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

function lessonFor(task: StoredTask, key: string): PlannedLesson {
  const lesson = task.lessons.find((one) => one.key === key);
  if (!lesson) throw new AppError('notFound', '没有这个课时');
  return lesson;
}
