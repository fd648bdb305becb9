/** riskPoint: risk points (风险点) of enterprises: level, controls, assessment and position. */
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { riskPlanCalls, riskPointCalls } from '@anlan/contract/modules/risk-point/calls';
import { formulaOf } from '@anlan/contract/modules/risk-point/risk-methods';
import { riskPlan, riskPoint } from '@anlan/contract/modules/risk-point/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { checklistModule } from '../checklist/index.ts';
import { requireVisible, enterpriseModule } from '../enterprise/index.ts';
import { settingModule } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { stationModule } from '../station/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { createCards } from './card.ts';
import { accidentTypes, accidentTypesOf, factorsOf, hazardFactors } from './hazard-standards.ts';
import { createMoves } from './moves.ts';
import {
  approvalRefusal,
  factsOf,
  isAssessDue,
  isPaused,
  mayChange,
  mayMove,
  mayLocate,
  mayPlace,
  mayReassess,
  mayRenewCode,
  type Actor,
} from './rules.ts';
import { bandsOf, createSavingRules } from './derived-values.ts';
import {
  conditionsOf,
  countPoints,
  dueOnDay,
  updateInherentRisk,
  saveProposals,
  openDangers,
  findRepeatedDangers,
} from './store.ts';
import { seedRiskPoints } from './seed.ts';
import { riskPointSource } from './todo.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

/** Number of repeated dangers after which the server proposes a new assessment of the point. */
const repeatsThatPropose = 2;

export const riskPlanModule = defineModule('riskPlan', {
  needs: { enterprise: enterpriseModule },
  open: ({ kit }) =>
    openResource(riskPlan, kit, {
      // A new picture of a floor plan makes a new edition; changed areas do not.
      beforeUpdate: (_tx, row, { picture }) =>
        picture && JSON.stringify(picture) !== JSON.stringify(row.picture) ? { edition: row.edition + 1 } : undefined,
    }),
  calls: riskPlanCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, plans) =>
      (await plans.exists(tx, { enterpriseId: ids })) ? '名下还有平面图，请先删除' : null,
  },
});

export const riskPointModule = defineModule('riskPoint', {
  needs: {
    enterprise: enterpriseModule,
    setting: settingModule,
    station: stationModule,
    staff: staffModule,
    checklist: checklistModule,
    riskPlan: riskPlanModule,
    tenant: tenantModule,
  },
  open({ kit, staff, checklist, enterprise, riskPlan: plans, tenant }) {
    const { db, clock, events } = kit;
    const actorOf = async (tx: Tx): Promise<Actor> => {
      const caller = await staff.postsOf(tx);
      return {
        userId: tx.scope.userId,
        employeeId: caller?.employeeId ?? null,
        posts: caller?.posts ?? new Set(),
      };
    };
    async function changed(tx: Tx, rows: readonly RiskPointRow[]): Promise<void> {
      const ids = rows.map(({ id }) => id);
      await kit.refreshTodos(tx, 'riskPoint', ids);
      const enterpriseIds = [...new Set(rows.map((row) => row.enterpriseId))];
      await updateInherentRisk(tx, enterpriseIds);
      await events.emit(tx, 'riskPoint.changed', { ids, enterpriseIds });
    }
    const points = openResource<
      'riskPoint',
      typeof riskPoint.fields,
      'reassess' | 'place' | 'locate' | 'renewCode',
      typeof riskPoint.filters,
      NonNullable<typeof riskPoint.states>['moves'],
      Actor
    >(riskPoint, kit, {
      reads: actorOf,
      conditions: (_tx, filter) => conditionsOf(filter, dayOf(clock.now())),
      frozen: (row) => (row.status === 'retired' ? '风险点已停用，不能修改' : null),
      mayChange: (_verb, row, _scope, actor) => mayChange(factsOf(row), actor),
      mayMove: (move, row, _scope, actor) => mayMove(move, factsOf(row), actor),
      refusalOf: (act, row, _scope, actor) => (act === 'approve' ? approvalRefusal(factsOf(row), actor) : null),
      abilitiesOf: (row, scope, actor) => [
        ...(scope.permits.has('bus:riskpoint:add') && mayReassess(factsOf(row), actor) ? ['reassess'] : []),
        ...(scope.permits.has('bus:riskpoint:edit') && mayPlace(factsOf(row), actor) ? ['place'] : []),
        ...(scope.permits.has('bus:riskpoint:edit') && mayLocate(factsOf(row), actor) ? ['locate'] : []),
        ...(scope.permits.has('bus:riskpoint:review') && mayRenewCode(factsOf(row), actor) ? ['renewCode'] : []),
      ],
      async compute(tx, rows) {
        const today = dayOf(clock.now());
        const dangers = await openDangers(
          tx,
          rows.map(({ id }) => id),
        );
        return new Map(
          rows.map((row) => {
            const facts = factsOf(row);
            const score = row.score === null ? null : row.score;
            return [
              row.id,
              {
                formula: formulaOf(facts.method, facts.factors, score),
                openDangers: dangers.get(row.id) ?? 0,
                paused: isPaused(facts, today),
                assessDue: isAssessDue(facts, today),
              },
            ];
          }),
        );
      },
      ...createSavingRules({ clock, listNamed: checklist.forUse }),
      saved: async (tx, ids): Promise<void> => changed(tx, await rowsOf(tx, ids)),
      beforeMove: (tx, move, row, input): ReturnType<typeof moves.beforeMove> => moves.beforeMove(tx, move, row, input),
      moved: (tx, move, row): Promise<void> => moves.moved(tx, move, row),
    });
    const rowsOf = (tx: Tx, ids: readonly string[]): Promise<RiskPointRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : points.rowsWhere(tx, { id: [...ids] });
    const moves = createMoves({
      kit,
      points,
      rowsOf,
      changed,
      actorOf,
      planOf: async (tx, id) => (await plans.rowsWhere(tx, { id }, { limit: 1 }))[0],
      nameOf: async (tx) => (await staff.postsOf(tx))?.name ?? tx.scope.userName ?? '',
    });

    return {
      ...points,
      ...createCards({ kit, points, staff, enterprise, tenant }),
      reassess: moves.reassess,
      dismiss: moves.dismiss,
      place: moves.place,
      locate: moves.locate,
      renewCode: moves.renewCode,
      rows: rowsOf,
      library: (scope: Scope) =>
        db.read(scope, async (tx) => {
          const bands = await bandsOf(tx);
          return {
            factors: hazardFactors,
            factorsOf,
            accidentTypes,
            accidentTypesOf,
            bands: { LEC: [...bands.LEC], LS: [...bands.LS], LC: [...bands.LC] },
          };
        }),
      counts: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          if (enterpriseId !== undefined) await requireVisible(tx, enterprise, enterpriseId);
          return countPoints(tx, enterpriseId, dayOf(clock.now()));
        }),

      /** Proposes a new assessment of a point after repeated dangers. A proposal never raises the level. */
      async propose(tx: Tx, dangerIds: readonly string[]): Promise<void> {
        const repeatedDangers = await findRepeatedDangers(tx, dangerIds, repeatsThatPropose);
        for (const { pointId, id, no, title, repeats, cause } of repeatedDangers) {
          const [row] = await rowsOf(tx, [pointId]);
          if (!row || row.status !== 'inForce') continue;
          // The cast is safe: the column holds a value of this field's schema.
          const held = row.proposals as { dangerId: string }[];
          if (held.some(({ dangerId }) => dangerId === id)) continue;
          const now = clock.now();
          const one = { dangerId: id, dangerNo: no, title, repeats, cause, at: formatInstant(now) };
          const proposals = [...(held as (typeof one)[]), one].slice(-9);
          await saveProposals(tx, pointId, proposals, dayOf(now), now);
          await kit.refreshTodos(tx, 'riskPoint', [pointId]);
        }
      },
      /** Creates to-dos for points whose assessment becomes due today. */
      remind: (scope: Scope, yesterday: string) =>
        db.scoped(scope, async (tx) => kit.refreshTodos(tx, 'riskPoint', await dueOnDay(tx, yesterday))),
      clock,
      byPost: staff.byPost,
    };
  },
  calls: riskPointCalls,
  todos: (module) => [riskPointSource({ clock: module.clock, rows: module.rows, byPost: module.byPost })],
  on: { 'danger.changed': (tx, { ids }, module) => module.propose(tx, ids) },
  ask: {
    'enterprise.removing': async (tx, { ids }, module) =>
      (await module.exists(tx, { enterpriseId: ids })) ? '名下还有风险点，不能删除' : null,
  },
  seed: seedRiskPoints,
  nightly: {
    assess: {
      at: '30 0 * * *',
      run: (module, scope) => module.remind(scope, dayOf(new Date(module.clock.now().getTime() - 86_400_000))),
    },
  },
});
