/** drill: drills of emergency plans (应急演练): planned, held, evaluated. The next due day counts from the last drill. */
import { dayOf } from '@anlan/contract/domain/instant';
import { drillCalls } from '@anlan/contract/modules/drill/calls';
import { drill } from '@anlan/contract/modules/drill/resource';
import { invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { emergencyPlanModule } from '../emergency-plan/index.ts';
import { staffModule } from '../staff/index.ts';
import { seedDrills } from './seed.ts';
import { drillFigures, drillRows, onlyId, waitingAfter, waitingOf } from './store.ts';

type DrillRow = RowOf<typeof drill>;

const keepersText = '只有主要负责人和安全管理人员可以组织演练';

export const drillModule = defineModule('drill', {
  needs: { staff: staffModule, emergencyPlan: emergencyPlanModule },
  open({ kit, staff, emergencyPlan: plans }) {
    const { clock } = kit;
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);
    const isMissed = (row: DrillRow) => row.status === 'planned' && row.plannedOn < dayOf(clock.now());
    const drills = openResource(drill, kit, {
      reads: keeps,
      conditions: (_tx, { id }) => onlyId(id),
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      // A missed drill cannot be edited. The user holds it late, or cancels it with a reason.
      mayChange: (verb, row) => row.status === 'planned' && (verb === 'update' || !isMissed(row)),
      compute: (_tx, rows) => Promise.resolve(new Map(rows.map((row) => [row.id, { missed: isMissed(row) }]))),
      beforeUpdate(_tx, row, { plannedOn }) {
        if (plannedOn !== undefined && plannedOn !== row.plannedOn && isMissed(row))
          throw invalid({ field: 'plannedOn', msg: '计划日期已过，不能再修改；请尽快演练，或写明原因取消' });
      },
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        const [plan] = await plans.rowsWhere(tx, { id: String(input.planId) }, { limit: 1 });
        if (plan?.enterpriseId !== input.enterpriseId || plan?.status === 'withdrawn')
          throw invalid({ field: 'planId', msg: '请选择所属企业未废止的应急预案' });
      },
      beforeMove(_tx, move, _row, input) {
        if (move === 'hold' && String(input['heldOn']) > dayOf(clock.now()))
          throw invalid({ field: 'heldOn', msg: '不能晚于今天' });
      },
      saved: (tx, ids) => kit.refreshTodos(tx, 'drill', ids),
      async moved(tx, move, row: DrillRow) {
        await kit.refreshTodos(tx, 'drill', [row.id]);
        if (move === 'hold') await plans.drilled(tx, row.planId);
      },
    });
    return drills;
  },
  calls: drillCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有应急演练，请先删除' : null,
  },
  todos: () => [
    {
      type: 'drill',
      wanted: async (tx, ids) =>
        (await waitingOf(tx, ids)).map((row) => ({
          kind: 'check',
          act: row.status === 'planned' ? 'drill.hold' : 'drill.evaluate',
          title: `${row.status === 'planned' ? '演练' : '评估演练'}：${row.title}`,
          subject: { type: 'drill', id: row.id },
          path: `/bus/drill/index?record=${row.id}`,
          dueOn: row.status === 'planned' ? row.planned_on : null,
          owner: { userType: 'enterprise', permit: 'bus:drill:edit', enterpriseId: row.enterprise_id },
        })),
      after: waitingAfter,
    },
  ],
  archive: [drillRows],
  figures: () => [drillFigures],
  seed: seedDrills,
});
