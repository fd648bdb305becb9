// Assigns tasks: to the audience of a plan, to people who join later, and for the next cycle.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Audience } from '@anlan/contract/modules/learning/plan';
import { newId } from '#kernel/ids.ts';
import type { ModuleKit } from '#kit/module.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { withReadings } from '#platform/db/name-search.ts';
import { dueFor, isMeant } from './rules.ts';
import {
  candidatesAmong,
  livePlans,
  nextRounds,
  tasksAmong,
  withoutTask,
  type Candidate,
  type LivePlan,
} from './task-store.ts';

export function createJoining({
  clock,
  events,
  refreshTodos: touched,
}: Pick<ModuleKit, 'clock' | 'events' | 'refreshTodos'>) {
  async function assignTasks(
    tx: Tx,
    plan: LivePlan,
    people: readonly (Candidate & { round?: number })[],
  ): Promise<void> {
    if (people.length === 0) return;
    const at = clock.now();
    const dueOn = dueFor(plan.end_on, dayOf(at));
    const assigned = people.map(({ id, name, department, round = 1 }) => ({
      tenant_id: tx.scope.tenantId,
      id: newId(),
      enterprise_id: plan.enterprise_id,
      plan_id: plan.id,
      employee_id: id,
      round,
      plan_title: plan.title,
      employee_name: name,
      department,
      hours_required: plan.hours_required,
      due_on: dueOn,
      created_at: at,
      updated_at: at,
    }));
    const rows = await Promise.all(assigned.map((one) => withReadings(one, 'employee_name')));
    await insertAll(tx, 'learning_task', rows);
    const ids = rows.map(({ id }) => id);
    await touched(tx, 'learningTask', ids);
    await events.emit(tx, 'learning.changed', { ids, enterpriseIds: [plan.enterprise_id] });
  }
  async function fill(tx: Tx, plan: LivePlan): Promise<void> {
    const audience: Audience | null = plan.audience;
    if (audience === null) return;
    const candidates = await withoutTask(tx, plan.id, plan.enterprise_id);
    await assignTasks(
      tx,
      plan,
      candidates.filter((one) => isMeant(audience, one)),
    );
    await assignTasks(tx, plan, await nextRounds(tx, plan, dayOf(clock.now())));
  }
  return {
    fill,
    /** Assigns tasks of running plans to new people and to people with a changed post. */
    async take(tx: Tx, enterpriseIds: readonly string[], ids: readonly string[]): Promise<void> {
      for (const enterpriseId of enterpriseIds) {
        const plans = await livePlans(tx, enterpriseId, dayOf(clock.now()));
        if (plans.length === 0) continue;
        const people = await candidatesAmong(tx, enterpriseId, ids);
        const assignedKeys = await tasksAmong(
          tx,
          plans.map(({ id }) => id),
          people.map(({ id }) => id),
        );
        for (const plan of plans) {
          const { audience } = plan;
          if (audience === null) continue;
          await assignTasks(
            tx,
            plan,
            people.filter((one) => !assignedKeys.has(`${plan.id} ${one.id}`) && isMeant(audience, one)),
          );
        }
      }
    },
    async join(tx: Tx, enterpriseId: string | null): Promise<void> {
      for (const plan of await livePlans(tx, enterpriseId, dayOf(clock.now()))) await fill(tx, plan);
    },
  };
}
