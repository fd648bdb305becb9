// Sittings of a task for the enterprise, which confirms that the learner was present where no face was checked.
import { randomInt } from 'node:crypto';
import { isLessonComplete } from '@anlan/contract/modules/learning/time-credit';
import type { OwnSitting } from '@anlan/contract/modules/learning/views';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { nextFaceDue, withHeld } from './face-rules.ts';
import { creditHeld, sittingToConfirm, writeDecision } from './face-store.ts';
import { createMoveOn } from './task-progress.ts';
import { sittingsOf, shownSitting } from './sitting-store.ts';
import { anyTaskOf } from './task-store.ts';

export function createConfirming(kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'refreshTodos' | 'audit'>) {
  const { db, clock, refreshTodos: touched, audit } = kit;
  const moveOn = createMoveOn(kit);
  return {
    sittings: (scope: Scope, { id }: { id: string }): Promise<OwnSitting[]> =>
      db.read(scope, async (tx) => {
        if (!(await anyTaskOf(tx, id))) throw new AppError('notFound');
        return (await sittingsOf(tx, id)).map(shownSitting);
      }),
    faceDecide: (scope: Scope, { id, confirm }: { id: string; confirm: boolean }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.enterpriseId === null) throw new AppError('denied', '由学员所在企业的管理人员确认');
        const sitting = await sittingToConfirm(tx, id);
        const task = sitting && (await anyTaskOf(tx, sitting.task_id));
        if (!sitting || !task) throw new AppError('notFound');
        const { held } = sitting;
        if (sitting.held_state !== 'waiting' || held === null) throw new AppError('conflict', '这次学习已经确认过');
        if (sitting.user_id === scope.userId)
          throw new AppError('denied', '不能确认自己的学习，请由本企业其他管理人员确认');
        const at = clock.now();
        const checks = [
          ...sitting.face_checks,
          { at: at.toISOString(), result: confirm ? ('confirmed' as const) : ('rejected' as const) },
        ];
        const dueMs = nextFaceDue(sitting.sitting_ms + sitting.held_ms, randomInt);
        await writeDecision(tx, id, { confirmed: confirm, checks, dueMs, at });
        if (confirm) {
          const whole = withHeld({ credited: sitting.credited, furthest: sitting.furthest_ms }, [held]);
          await creditHeld(tx, {
            taskId: task.id,
            lessonKey: sitting.lesson_key,
            credited: whole.credited,
            creditedMs: whole.totalMs,
            furthestMs: whole.furthest,
            doneAt: isLessonComplete(whole.totalMs, sitting.length_ms) ? at : null,
          });
          const now = await anyTaskOf(tx, task.id);
          if (now) await moveOn(tx, now, at);
        }
        await touched(tx, 'learningHeld', [task.id]);
        await audit.record(tx, {
          call: 'learningTask.faceDecide',
          objectType: 'learningTask',
          objectId: task.id,
          enterpriseId: task.enterprise_id,
          note: confirm ? 'confirmed' : 'rejected',
        });
        return null;
      }),
  };
}
