// Demo safety costs of this and last year, for the published enterprises and some others.
import { dayOf } from '@anlan/contract/domain/instant';
import { dueFenOf, type SafetyCostTrade } from '@anlan/contract/modules/safety-cost/provision-rates';
import { safetyCost, safetyCostYear } from '@anlan/contract/modules/safety-cost/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { balanceOf, carryOver } from './store.ts';

const firms = 40;
const trades: Readonly<Record<string, SafetyCostTrade>> = {
  hazchem: 'hazchem',
  transport: 'passengerOrSpecial',
  construction: 'buildingWorks',
  mine: 'fixed',
};
const spendings = [
  ['protection', '维修机械防护罩'],
  ['emergency', '应急物资补充'],
  ['danger', '隐患整改支出'],
  ['training', '全员安全培训'],
  ['ppe', '劳动防护用品'],
  ['inspection', '特种设备检验'],
] as const;
const wan = 1_000_000;

function* accountsOf({ enterprises, own, seed, now }: SeedContext) {
  const [thisYear, month] = [Number(dayOf(now).slice(0, 4)), Number(dayOf(now).slice(5, 7))];
  const accountFirms = enterprises
    .filter(({ status }) => status === 'active')
    .filter(({ id }, place) => own.includes(id) || place < firms);
  for (const [place, firm] of accountFirms.entries())
    for (const year of [thisYear - 1, thisYear]) {
      const random = createRandom(seed, 0x5c, place * 2 + (thisYear - year));
      const trade = tradeOf(firm);
      const basisFen = (trade === 'fixed' ? random.between(10, 60) : random.between(400, 9_000)) * wan;
      yield { firm, year, trade, basisFen, random, months: year === thisYear ? month - 1 : 12 };
    }
}
const tradeOf = (firm: SeededEnterprise): SafetyCostTrade => trades[firm.supervisionKind] ?? 'machinery';
const tenth = (fen: number) => Math.max(100, Math.round(fen / 1_000) * 1_000);

export async function seedSafetyCosts(tx: Tx, context: SeedContext): Promise<void> {
  const rows = [...accountsOf(context)].flatMap(({ firm, year, trade, basisFen, random, months }) => {
    const due = dueFenOf(trade, basisFen);
    const line = (month: number, values: Record<string, unknown>) => ({
      enterpriseId: firm.id,
      happenedOn: `${year}-${String(month).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
      voucherNo: `PZ${year}${String(month).padStart(2, '0')}-${random.between(100, 999)}`,
      ...values,
    });
    return Array.from({ length: Math.floor(months / 3) }, (_, place) => place * 3 + 3).flatMap((month) => [
      ...(random.chance(0.9)
        ? [line(month, { kind: 'drawn', title: `${year} 年第 ${month / 3} 季度计提`, amountFen: tenth(due / 4) })]
        : []),
      ...[random.pick(spendings), random.pick(spendings)].map(([category, title]) =>
        line(month, {
          kind: 'spent',
          category,
          title,
          amountFen: tenth((due / 4) * (random.between(15, 45) / 100)),
        }),
      ),
    ]);
  });
  await insertSeeds(
    tx,
    context,
    safetyCost,
    rows.map((values, at) => ({ values, at: new Date(context.now.getTime() - (at + 1) * 50_000) })),
  );
  const thisYear = Number(dayOf(context.now).slice(0, 4));
  for (const enterpriseId of new Set(rows.map((row) => row.enterpriseId)))
    await carryOver(tx, enterpriseId, thisYear, (await balanceOf(tx, enterpriseId, thisYear - 1)) ?? 0);
}

export async function seedSafetyCostYears(tx: Tx, context: SeedContext): Promise<void> {
  const rows = [...accountsOf(context)].map(({ firm, year, trade, basisFen }) => ({
    enterpriseId: firm.id,
    name: `${year} 年安全生产费用`,
    trade,
    year,
    basisFen,
    openingFen: 0,
    dueFen: dueFenOf(trade, basisFen),
  }));
  await insertSeeds(
    tx,
    context,
    safetyCostYear,
    rows.map((values, at) => ({ values, at: new Date(context.now.getTime() - (at + 1) * 60_000) })),
  );
}
