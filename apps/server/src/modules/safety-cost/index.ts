/**
 * safetyCost: the ledger of safety costs (安全生产费用). Costs are accrued by the rate of the trade, spent by kind, and have
 * yearly accounts.
 */
import { dayOf } from '@anlan/contract/domain/instant';
import { safetyCostCalls, safetyCostYearCalls } from '@anlan/contract/modules/safety-cost/calls';
import { dueFenOf, safetyCostTrades } from '@anlan/contract/modules/safety-cost/provision-rates';
import { safetyCost, safetyCostYear } from '@anlan/contract/modules/safety-cost/resource';
import { invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { staffModule } from '../staff/index.ts';
import { accountOf } from './rules.ts';
import { seedSafetyCosts, seedSafetyCostYears } from './seed.ts';
import { accountRows, balanceOf, hasYear, onlyId, sumsOf, spentIn } from './store.ts';

const safetyCostFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const spent = await spentIn(tx, enterpriseIds, { from, to });
    return new Map(
      enterpriseIds.map((id): [string, CountedFigure[]] => {
        const { fen = 0, entries = 0 } = spent.get(id) ?? {};
        return [id, [counted('safetyCost', fen, `使用 ${entries} 笔`)]];
      }),
    );
  },
};

export { safetyCostFigures };

type CostRow = RowOf<typeof safetyCost>;

const keepersText = '只有主要负责人和安全管理人员可以登记安全生产费用';
const keepers = ['head', 'safetyManager'] as const;
const tradeIn = (value: unknown) => safetyCostTrades.find((trade) => trade === value) ?? 'fixed';

export const safetyCostModule = defineModule('safetyCost', {
  needs: { staff: staffModule },
  open({ kit, staff }) {
    const keeps = (tx: Tx) => staff.mayActAs(tx, keepers);
    const judged = (kind: unknown, values: Readonly<Record<string, unknown>>, row: CostRow | null) => {
      const { happenedOn, amountFen } = values;
      if (typeof happenedOn === 'string' && happenedOn > dayOf(kit.clock.now()))
        throw invalid({ field: 'happenedOn', msg: '不能晚于今天' });
      if (amountFen === 0) throw invalid({ field: 'amountFen', msg: '金额应大于 0' });
      const category = values['category'] === undefined ? row?.category : values['category'];
      if (kind === 'spent' && !category) throw invalid({ field: 'category', msg: '请选择使用类别' });
      if (kind === 'drawn' && category) throw invalid({ field: 'category', msg: '提取不分使用类别' });
    };
    return openResource(safetyCost, kit, {
      reads: keeps,
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        judged(input.kind, input, null);
      },
      beforeUpdate: (_tx, row, patch) => judged(row.kind, patch, row),
    });
  },
  calls: safetyCostCalls,
  figures: () => [safetyCostFigures],
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有安全生产费用，请先删除' : null,
  },
  seed: seedSafetyCosts,
});

export const safetyCostYearModule = defineModule('safetyCostYear', {
  needs: { staff: staffModule },
  open({ kit, staff }) {
    const keeps = (tx: Tx) => staff.mayActAs(tx, keepers);
    return openResource(safetyCostYear, kit, {
      reads: keeps,
      conditions: (_tx, { id }) => onlyId(id),
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      async compute(tx, rows) {
        const today = dayOf(kit.clock.now());
        const accounts = rows.map((row) => ({ enterpriseId: row.enterpriseId, year: row.year }));
        const sums = await sumsOf(tx, accounts);
        const names = new Map(
          (await kit.dictionaries.itemsOf(tx, 'safetyCostUse')).map(({ value, label }) => [value, label]),
        );
        return new Map(
          rows.map((row) => {
            const own = sums.filter((sum) => sum.enterprise_id === row.enterpriseId && sum.year === row.year);
            const account = {
              year: row.year,
              dueFen: row.dueFen,
              openingFen: Number(row.openingFen),
            };
            return [
              row.id,
              accountOf(
                account,
                own.map((sum) => ({ ...sum, fen: Number(sum.fen) })),
                (category) => names.get(category) ?? category,
                today,
              ),
            ];
          }),
        );
      },
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        if (input.enterpriseId && (await hasYear(tx, input.enterpriseId, input.year)))
          throw invalid({ field: 'year', msg: `${input.year} 年已有年度账` });
        const openingFen = input.openingFen ?? (await balanceOf(tx, String(input.enterpriseId), input.year - 1)) ?? 0;
        return {
          name: `${input.year} 年安全生产费用`,
          openingFen,
          dueFen: dueFenOf(tradeIn(input.trade), input.basisFen),
        };
      },
      beforeUpdate: (_tx, row, { trade, basisFen, openingFen }) => ({
        ...(openingFen === null && { openingFen: 0 }),
        dueFen: dueFenOf(tradeIn(trade ?? row.trade), basisFen ?? row.basisFen),
      }),
    });
  },
  calls: safetyCostYearCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有安全生产费用年度账，请先删除' : null,
  },
  archive: [accountRows],
  seed: seedSafetyCostYears,
});
