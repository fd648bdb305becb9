// Updates hours and state of a task after new credit.
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { ModuleKit } from '#kit/module.ts';
import { withCommit, type Tx } from '#platform/db/index.ts';
import { hoursOf, nextState, passedAs } from './rules.ts';
import { saveHours, saveStatus } from './sitting-store.ts';
import type { StoredTask } from './task-store.ts';

type Status = LearningTask['status'];
// The cast is safe: a CHECK constraint allows only these values.
export const statusOf = (status: string) => status as Status;

export const createMoveOn =
  ({ events, refreshTodos: touched }: Pick<ModuleKit, 'events' | 'refreshTodos'>) =>
  async (tx: Tx, task: StoredTask, at: Date): Promise<Status> => {
    const ms = Number(task.credited_ms);
    const hours = hoursOf(ms);
    withCommit(tx, saveHours(tx, Math.floor(ms / 1000), hours, tx.scope.tenantId, task.id));
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
  };
