// Demo hazard sources: tanks of the first chemical traders.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { hazardSource } from '@anlan/contract/modules/hazard-source/resource';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { levelOf, ratioOf, rOf } from './rules.ts';

const tanks = [
  {
    name: '液氨储罐区',
    place: '厂区东北角',
    exposed: 60,
    substances: [{ name: '氨', amountT: 24, thresholdT: 10, beta: 2 }],
  },
  {
    name: '汽油储罐组',
    place: '油库',
    exposed: 20,
    substances: [{ name: '汽油', amountT: 900, thresholdT: 200, beta: 1 }],
  },
  {
    name: '氯气使用单元',
    place: '净水车间',
    exposed: 120,
    substances: [
      { name: '氯', amountT: 12, thresholdT: 5, beta: 4 },
      { name: '甲醇', amountT: 100, thresholdT: 500, beta: 1 },
    ],
  },
] as const;

export async function seedHazardSources(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, now } = context;
  const selectedFirms = [
    ...enterprises.filter(({ id, status }) => own.includes(id) && status === 'active').slice(0, 1),
    ...enterprises
      .filter(
        ({ id, industryCode, status }) => !own.includes(id) && status === 'active' && industryCode.startsWith('C26'),
      )
      .slice(0, 6),
  ];
  const rounded = (value: number) => Math.round(value * 100) / 100;
  await insertSeeds(
    tx,
    context,
    hazardSource,
    selectedFirms.flatMap((firm, place) => {
      const tank = tanks[place % tanks.length];
      if (!tank) return [];
      const { substances, exposed } = tank;
      const values = {
        ...tank,
        enterpriseId: firm.id,
        filedOn: addDays(dayOf(now), -400),
        assessedOn: addDays(dayOf(now), -420 - place * 90),
        ratio: rounded(ratioOf(substances)),
        rValue: rounded(rOf(substances, exposed)),
        level: levelOf(substances, exposed),
      };
      return [{ values, at: new Date(now.getTime() - (place + 1) * 3_600_000) }];
    }),
  );
}
