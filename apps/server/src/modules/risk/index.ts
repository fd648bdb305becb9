/**
 * risk: what a unit holds to be a risk and how its people are warned (双重预防).
 * `rule` keeps the risk rules (风险规则): one of each kind a unit, the platform's where it has none, and the pop-up that
 * they show. What else a rule decides is read by the modules above.
 */
import { riskRuleCalls, riskTextCalls } from '@anlan/contract/modules/risk/rule-calls';
import { eachTenant } from '#kernel/each-tenant.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { defineModule, serve } from '#kit/module.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import { createRiskRules } from './rule/service.ts';
export { expiryDaysOf } from './rule/present.ts';

const platform = '0';
const queue = 'risk.expiry';
const again = { times: 5, firstPauseSeconds: 10 };

/** Risk rules: browsers are told of another pop-up at once, to-dos follow other days within moments. */
export const riskModule = defineModule('risk', {
  needs: {},
  open({ kit: { db, clock, audit, tell, jobs, tenantIds, repairTodos, report } }) {
    jobs.work(queue, async ({ tenantId }) => {
      // The platform's rule stands for everybody who has none.
      await eachTenant(tenantId === platform ? await tenantIds() : [tenantId], repairTodos);
    });
    // Says nothing but that it is to be read anew: who is warned of what is judged for each person.
    const tellAnew = (tx: Tx) => tell(tx, {}, { type: '8' });
    const everywhere = async () =>
      eachTenant(await tenantIds(), (id) => db.scoped(systemScope('risk', id), tellAnew)).catch((error: unknown) =>
        report(error, 'telling of a pop-up failed'),
      );
    return createRiskRules({
      db,
      clock,
      audit,
      changed: {
        popup: async (tx) => {
          if (tx.scope.tenantId === platform) afterCommit(tx, everywhere);
          else await tellAnew(tx);
        },
        expiry: (tx) => {
          const { tenantId, userId } = tx.scope;
          return jobs.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, again);
        },
      },
    });
  },
  serves: (rules) => [serve('risk', riskRuleCalls, rules), serve('risk', riskTextCalls, rules)],
});
