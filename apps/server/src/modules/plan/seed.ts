import { plan, type PlanPrice } from '@anlan/contract/modules/plan/resource';
import { newId } from '#kernel/ids.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';

const price = (year: number, transactionPrice: number, more: Partial<PlanPrice> = {}): PlanPrice => ({
  id: newId(),
  year,
  transactionPrice,
  money: transactionPrice,
  welfare: '0',
  giftMonth: 0,
  ...more,
});

const demoPlans = {
  standard: {
    name: '安全会员',
    opens: ['lookup', 'publicAccount', 'shop'],
    seats: 200,
    storageMb: 51_200,
    lookups: 300,
  },
  transport: { name: '运输企业会员', opens: ['lookup', 'publicAccount'], seats: 500, storageMb: 102_400, lookups: 600 },
} as const;

export async function seedPlans(tx: Tx, { vault, now }: SeedContext): Promise<void> {
  const day = 86_400_000;
  const seeds = [
    {
      ...demoPlans.standard,
      code: 'standard',
      shelf: 'listed',
      content: ['公众号与店铺', '教育培训 200 人', '工商信息查询 300 次', '存储空间 50 GB'],
      priceList: [
        price(1, 198_000),
        price(2, 368_000, { welfare: '1', giftMonth: 3 }),
        price(3, 468_000, { welfare: '2', money: 594_000 }),
      ],
      sort: 10,
      edition: 3,
    },
    {
      ...demoPlans.transport,
      code: 'transport',
      shelf: 'listed',
      content: ['公众号', '教育培训 500 人', '工商信息查询 600 次', '存储空间 100 GB'],
      carTypes: ['lineBus', 'charterBus', 'tourBus', 'truck', 'dangerousTruck'],
      priceList: [price(1, 298_000), price(2, 558_000, { welfare: '2', money: 596_000 })],
      sort: 20,
    },
    {
      name: '体验会员',
      code: 'starter',
      shelf: 'delisted',
      content: ['工商信息查询 50 次'],
      opens: ['lookup'],
      lookups: 50,
      priceList: [price(1, 49_900)],
      sort: 30,
    },
  ];
  await insertSeeds(
    tx,
    { vault },
    plan,
    seeds.map((values, index) => ({ values, at: new Date(now.getTime() - (400 - index) * day) })),
  );
}
