/** emergencyPlan: emergency plans (应急预案) with versions, filing at the authority, assessment and next drill. */
import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import { emergencyPlanCalls } from '@anlan/contract/modules/emergency-plan/calls';
import { emergencyPlan } from '@anlan/contract/modules/emergency-plan/resource';
import { invalid } from '#kernel/errors.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { staffModule } from '../staff/index.ts';
import { drillMonths, filingWorkdays, mustFile, reviewMonths, soonDays } from './rules.ts';
import { seedEmergencyPlans } from './seed.ts';
import { conditionsOf, keepNextDrill, lastDrillOn, planRows, tradeOf } from './store.ts';

type PlanRow = RowOf<typeof emergencyPlan>;

const keepersText = '只有主要负责人和安全管理人员可以维护应急预案';

export const emergencyPlanModule = defineModule('emergencyPlan', {
  needs: { staff: staffModule, calendar: calendarModule },
  open({ kit, staff, calendar }) {
    const { clock, events } = kit;
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);
    const today = () => dayOf(clock.now());
    const tell = (tx: Tx, ids: readonly string[]) =>
      updateExpiryLedger(tx, events, emergencyPlan, ids, (row) => {
        const inForce = row.status === 'effective';
        const { filingDueOn, nextReviewOn, nextDrillOn } = inForce
          ? row
          : { filingDueOn: null, nextReviewOn: null, nextDrillOn: null };
        const isOnSite = row.kind === 'onSite';
        const itemName = row.title;
        return [
          { itemType: 'emergencyPlanFiling', itemName, validTo: filingDueOn ?? nextReviewOn },
          { itemType: 'drillOnSite', itemName, validTo: isOnSite ? nextDrillOn : null },
          { itemType: 'drillComprehensive', itemName, validTo: isOnSite ? null : nextDrillOn },
        ];
      });
    /** Day by which the next drill is due, counted from the last drill, or from the start of a plan without drills. */
    async function nextDrill(tx: Tx, row: PlanRow, from: string): Promise<string> {
      const trade = await tradeOf(tx, row.enterpriseId);
      return addMonths((await lastDrillOn(tx, row.id)) ?? from, drillMonths(row.kind, trade));
    }
    /** Day by which the plan must be filed. Null if the trade requires no filing. */
    async function filingDue(tx: Tx, row: PlanRow, issuedOn: string): Promise<string | null> {
      const trade = await tradeOf(tx, row.enterpriseId);
      return mustFile(row.kind, trade) ? calendar.workdayAfter(tx, issuedOn, filingWorkdays) : null;
    }
    function demandPast(field: string, value: unknown) {
      if (String(value) > today()) throw invalid({ field, msg: '不能晚于今天' });
    }
    const plans = openResource(emergencyPlan, kit, {
      reads: keeps,
      conditions: (_tx, filter) => conditionsOf(filter, addDays(today(), soonDays)),
      frozen: (row, _scope, isKeeper) =>
        isKeeper === false ? keepersText : row.status === 'withdrawn' ? '已废止的预案不能修改' : null,
      // A plan in force cannot be edited. A revision creates a new version and preserves the old text.
      mayChange: (_verb, row) => row.status === 'draft',
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        demandPast('issuedOn', input.issuedOn);
      },
      beforeUpdate: (_tx, _row, { issuedOn }) =>
        issuedOn === undefined ? undefined : demandPast('issuedOn', issuedOn),
      async beforeMove(tx, move, row, input) {
        const issuedOn = row.issuedOn;
        if (move === 'publish') {
          if (!Array.isArray(row.papers) || row.papers.length === 0)
            throw invalid({ field: 'papers', msg: '请先上传预案文本' });
          return {
            filingDueOn: await filingDue(tx, row, issuedOn),
            nextReviewOn: addMonths(issuedOn, reviewMonths),
            nextDrillOn: await nextDrill(tx, row, issuedOn),
          };
        }
        if (move === 'file') {
          demandPast('filedOn', input['filedOn']);
          if (String(input['filedOn']) < issuedOn)
            throw invalid({ field: 'filedOn', msg: `不能早于发布日期 ${issuedOn}` });
          return { filingDueOn: null };
        }
        if (move === 'assess') {
          demandPast('assessedOn', input['assessedOn']);
          if (String(input['assessedOn']) < issuedOn)
            throw invalid({ field: 'assessedOn', msg: `不能早于发布日期 ${issuedOn}` });
          return { nextReviewOn: addMonths(String(input['assessedOn']), reviewMonths) };
        }
        if (move === 'revise') {
          demandPast('issuedOn', input['issuedOn']);
          if (String(input['issuedOn']) < issuedOn)
            throw invalid({ field: 'issuedOn', msg: `不能早于上一版的发布日期 ${issuedOn}` });
          // The filing fields are reset, because a new version needs a new filing.
          return {
            edition: row.edition + 1,
            filingDueOn: await filingDue(tx, row, String(input['issuedOn'])),
            filedOn: null,
            filingNo: null,
            nextReviewOn: addMonths(String(input['issuedOn']), reviewMonths),
          };
        }
        return undefined;
      },
      saved: tell,
      moved: (tx, _move, row) => tell(tx, [row.id]),
    });
    return {
      ...plans,
      /** Recomputes the due day of the next drill. Called after a drill was held or removed. */
      async drilled(tx: Tx, planId: string): Promise<void> {
        const [row] = await plans.rowsWhere(tx, { id: planId }, { limit: 1 });
        if (row?.status !== 'effective') return;
        await keepNextDrill(tx, planId, await nextDrill(tx, row, row.issuedOn));
        await tell(tx, [planId]);
      },
    };
  },
  calls: emergencyPlanCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有应急预案，请先删除' : null,
  },
  archive: [planRows],
  seed: seedEmergencyPlans,
});
