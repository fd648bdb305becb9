/** inspectionPlan: yearly supervision plan (年度监督检查计划). An entry is done when its inspection is finished. */
import { dayOf } from '@anlan/contract/domain/instant';
import { shareOf } from '@anlan/contract/domain/number-text';
import { inspectionPlanCalls, type PlanCoverage } from '@anlan/contract/modules/inspection-plan/calls';
import { inspectionPlan, periodEnd } from '@anlan/contract/modules/inspection-plan/resource';
import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { inspectionModule } from '../inspection/index.ts';
import { seedInspectionDays } from './seed-days.ts';
import { seedInspections } from './seed.ts';
import { conditionsOf, countPlans } from './store.ts';

export const inspectionPlanModule = defineModule('inspectionPlan', {
  needs: { inspection: inspectionModule },
  open({ kit, inspection }) {
    const { db, clock } = kit;
    const plans = openResource(inspectionPlan, kit, {
      conditions: (_tx, filter) => conditionsOf(filter, dayOf(clock.now())),
      beforeCreate: (_tx, { year, period }) => ({ dueOn: periodEnd(year, period) }),
      async beforeRemove(tx, row) {
        if ((await inspection.latestOfPlans(tx, [row.id])).length > 0)
          throw new AppError('invalid', '已有检查记录的计划不能删除');
      },
      async compute(tx, rows) {
        const today = dayOf(clock.now());
        const inspectionByPlan = new Map(
          (
            await inspection.latestOfPlans(
              tx,
              rows.map(({ id }) => id),
            )
          ).map((one) => [one.planId, one]),
        );
        return new Map(
          rows.map((row) => {
            const latest = inspectionByPlan.get(row.id);
            const isLate = String(row.dueOn) < today;
            const state =
              latest?.status === 'finished'
                ? ('done' as const)
                : isLate
                  ? ('late' as const)
                  : latest
                    ? ('running' as const)
                    : ('planned' as const);
            return [row.id, { state, inspectionId: latest?.id ?? null }];
          }),
        );
      },
    });
    return {
      ...plans,
      coverage: (scope: Scope, { year }: { year: number }): Promise<PlanCoverage> =>
        db.read(scope, async (tx) => {
          if (year < 2000 || year > 2100) throw invalid({ field: 'year', msg: '年度应在 2000 到 2100 之间' });
          const coverage = await inspection.coverageBetween(tx, `${year}-01-01`, `${year}-12-31`);
          const rate = shareOf(coverage.covered, coverage.enterprises);
          return { year, ...(await countPlans(tx, year, dayOf(clock.now()))), ...coverage, rate };
        }),
      start: (
        scope: Scope,
        {
          id,
          ...input
        }: {
          id: string;
          title: string;
          checklistId: string;
          inspectors: Inspector[];
          place?: string | null | undefined;
        },
      ) =>
        db.scoped(scope, async (tx) => {
          const row = await plans.lockRow(tx, id, undefined);
          const [latest] = await inspection.latestOfPlans(tx, [id]);
          if (latest)
            throw new AppError(
              'invalid',
              latest.status === 'finished' ? '这项计划已完成检查' : '这项计划的检查正在进行',
            );
          const enterpriseId = String(row.enterpriseId);
          const values = { ...input, enterpriseId, kind: String(row.kind) };
          return { id: await inspection.beginPlanned(tx, values, id), version: 1 };
        }),
    };
  },
  calls: inspectionPlanCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, plans) =>
      (await plans.exists(tx, { enterpriseId: ids })) ? '名下还有检查计划，请先删除这些计划' : null,
  },
  seed: seedInspections,
  seedDays: seedInspectionDays,
});
