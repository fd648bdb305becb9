// Who has to learn what: those whom a plan is for, those who join later, and the next round of a cycle.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Audience } from '@anlan/contract/modules/learning/plan';
import { newId } from '#kernel/ids.ts';
import type { ModuleKit } from '#kit/module.ts';
import { insertAll } from '#platform/db/bulk.ts';
import type { Tx } from '#platform/db/index.ts';
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

/** Makes what gives people their tasks. */
export function createJoining({ clock, events, touched }: Pick<ModuleKit, 'clock' | 'events' | 'touched'>) {
  async function give(tx: Tx, plan: LivePlan, people: readonly (Candidate & { round?: number })[]): Promise<void> {
    if (people.length === 0) return;
    const at = clock.now();
    const dueOn = dueFor(plan.end_on, dayOf(at));
    const rows = people.map(({ id, name, department, round = 1 }) => ({
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
    await insertAll(tx, 'learning_task', rows);
    const ids = rows.map(({ id }) => id);
    await touched(tx, 'learningTask', ids);
    await events.emit(tx, 'learning.changed', { ids, enterpriseIds: [plan.enterprise_id] });
  }
  /** Gives those whom a plan is for, and who have none yet, their task. */
  async function fill(tx: Tx, plan: LivePlan): Promise<void> {
    const audience: Audience | null = plan.audience;
    if (audience === null) return;
    const candidates = await withoutTask(tx, plan.id, plan.enterprise_id);
    await give(
      tx,
      plan,
      candidates.filter((one) => isMeant(audience, one)),
    );
    await give(tx, plan, await nextRounds(tx, plan, dayOf(clock.now())));
  }
  return {
    fill,
    /** People came, or changed their post: what is for them is theirs from now on. */
    async take(tx: Tx, enterpriseIds: readonly string[], ids: readonly string[]): Promise<void> {
      for (const enterpriseId of enterpriseIds) {
        const plans = await livePlans(tx, enterpriseId, dayOf(clock.now()));
        if (plans.length === 0) continue;
        const people = await candidatesAmong(tx, enterpriseId, ids);
        const asked = await tasksAmong(
          tx,
          plans.map(({ id }) => id),
          people.map(({ id }) => id),
        );
        for (const plan of plans) {
          const { audience } = plan;
          if (audience === null) continue;
          await give(
            tx,
            plan,
            people.filter((one) => !asked.has(`${plan.id} ${one.id}`) && isMeant(audience, one)),
          );
        }
      }
    },
    /** The same for all plans that go on, of an enterprise or of all visible. */
    async join(tx: Tx, enterpriseId: string | null): Promise<void> {
      for (const plan of await livePlans(tx, enterpriseId, dayOf(clock.now()))) await fill(tx, plan);
    },
  };
}
