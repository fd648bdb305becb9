// Demo health tasks: a yearly check in the enterprises of the published accounts, and one test every ten days.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { healthTask } from '@anlan/contract/modules/health-task/resource';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { begunOn, dueOf } from './rules.ts';
import { recordSome } from './seed-store.ts';
import { addRound, keepRounds, runningOn } from './store.ts';

export async function seedHealthTasks(tx: Tx, context: SeedContext): Promise<void> {
  const { own, now } = context;
  const today = dayOf(now);
  const ids = await insertSeeds(
    tx,
    context,
    healthTask,
    own.flatMap((enterpriseId) => [
      {
        values: {
          enterpriseId,
          title: `${today.slice(0, 4)} 年度职业健康检查`,
          kind: 'occupational',
          startOn: addDays(today, -40),
          endOn: addDays(today, 20),
        },
        at: addedAt(now, 40),
      },
      {
        values: {
          enterpriseId,
          title: '驾驶员出车前酒精检测抽查',
          kind: 'alcohol',
          posts: ['driver'],
          startOn: addDays(today, -29),
          endOn: addDays(today, 60),
          everyDays: 10,
        },
        at: addedAt(now, 29),
      },
    ]),
  );
  for (const task of await runningOn(tx, today, ids)) {
    const begun = begunOn(task, today);
    for (let round = 1; round <= begun; round += 1) await addRound(tx, task, round, dueOf(task, round), now);
    await keepRounds(tx, task.id, begun);
  }
  await recordSome(tx, now);
}

const addedAt = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
