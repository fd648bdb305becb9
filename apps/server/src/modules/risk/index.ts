/**
 * risk: risk rules (风险规则) of a unit and the pop-up for 双重预防. A unit has one rule of each kind or uses the platform's
 * rule.
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

/** Risk rules. Browsers get a changed pop-up at once; a changed number of days updates the to-dos soon after. */
export const riskModule = defineModule('risk', {
  needs: {},
  open({ kit: { db, clock, audit, publishToUsers: tell, jobs, tenantIds, repairTodos, report } }) {
    jobs.work(queue, async ({ tenantId }) => {
      // The platform's rule applies to all tenants without an own rule, so all of them are repaired.
      await eachTenant(tenantId === platform ? await tenantIds() : [tenantId], repairTodos);
    });
    // The message has no content, because the warning differs by person; each browser reloads it.
    const publishReload = (tx: Tx) => tell(tx, {}, { type: '8' });
    const everywhere = async () =>
      eachTenant(await tenantIds(), (id) => db.scoped(systemScope('risk', id), publishReload)).catch((error: unknown) =>
        report(error, 'telling of a pop-up failed'),
      );
    return createRiskRules({
      db,
      clock,
      audit,
      changed: {
        popup: async (tx) => {
          if (tx.scope.tenantId === platform) afterCommit(tx, everywhere);
          else await publishReload(tx);
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
