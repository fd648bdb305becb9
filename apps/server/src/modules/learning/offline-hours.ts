// Offline hours are credited separately from online hours. Both together complete the plan.
import { hoursOf, nextState, passedAs } from './rules.ts';
import { addOffline } from './offline-hours-store.ts';
import { saveStatus } from './sitting-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';

export function createOffline({
  clock,
  events,
  refreshTodos: touched,
}: Pick<ModuleKit, 'clock' | 'events' | 'refreshTodos'>) {
  return {
    /** Credits offline minutes, given by person. Returns the credited hours by person. */
    async creditOffline(tx: Tx, planId: string, minutes: ReadonlyMap<string, number>): Promise<Map<string, number>> {
      const hours = new Map([...minutes].map(([id, spent]): [string, number] => [id, hoursOf(spent * 60_000)]));
      const tasks = await addOffline(tx, planId, hours, clock.now());
      for (const task of tasks) {
        const next = nextState(task.status, {
          allDone: task.lessonsDone >= task.lessonCount,
          hours: Number(task.hours) + Number(task.offlineHours),
          hoursRequired: Number(task.hoursRequired),
          hasExam: task.examCount > 0,
          signRequired: task.signRequired,
        });
        if (next !== null)
          await saveStatus(
            tx,
            task.id,
            { status: next, ...(next === 'passed' ? passedAs(task, clock.now()) : {}) },
            clock.now(),
          );
      }
      const ids = tasks.map(({ id }) => id);
      const enterpriseIds = [...new Set(tasks.map(({ enterpriseId }) => enterpriseId))];
      if (ids.length > 0) {
        await touched(tx, 'learningTask', ids);
        await events.emit(tx, 'learning.changed', { ids, enterpriseIds });
      }
      return new Map(tasks.map(({ employeeId }): [string, number] => [employeeId, hours.get(employeeId) ?? 0]));
    },
  };
}
