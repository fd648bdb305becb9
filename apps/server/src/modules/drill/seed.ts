// Demo drills: enterprises of published accounts have past and planned drills.
import { addDays, dayOf, startOfDay } from '@anlan/contract/domain/instant';
import { drill } from '@anlan/contract/modules/drill/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { plansOf } from './seed-store.ts';

export async function seedDrills(tx: Tx, context: SeedContext): Promise<void> {
  const { seed, now } = context;
  const today = dayOf(now);
  const rows = (await plansOf(tx)).flatMap((plan, place) => {
    const random = createRandom(seed, 0xd1, place);
    const about = {
      enterpriseId: plan.enterpriseId,
      form: random.chance(0.5) ? 'live' : 'tabletop',
      title: `${plan.title.slice(0, 40)}演练`,
      planId: plan.id,
      place: '厂区',
      leader: '安全负责人',
      scenario: '作业现场发生险情，按预案报警、疏散、处置',
    };
    const heldOn = addDays(today, -random.between(3, 170));
    const held = {
      ...about,
      plannedOn: heldOn,
      heldOn,
      people: random.between(8, 60),
      summary: '按预案完成报警、疏散、集合清点和初期处置',
      evaluation: '响应及时，疏散有序',
      improvement: '补充夜班人员的通讯方式',
      status: 'evaluated',
    };
    const next = { ...about, plannedOn: addDays(today, random.between(-5, 60)) };
    return random.chance(0.4) ? [held, next] : [held];
  });
  await insertSeeds(
    tx,
    context,
    drill,
    rows.map((values) => ({ values, at: startOfDay(values.plannedOn < today ? values.plannedOn : today), until: now })),
  );
}
