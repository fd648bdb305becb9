import { riskRuleCalls, riskTextCalls } from '@anlan/contract/modules/risk/rule-calls';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { AuditRoom } from '#modules/audit/index.ts';
import { createRiskRules } from '#modules/risk/index.ts';
import type { Tell } from '#modules/session/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Put } from './house.ts';

/** What risk rules lean on, and what follows them. */
export interface RiskRooms {
  db: Db;
  clock: Clock;
  audit: AuditRoom;
  tell: Tell;
  queues: Pick<Jobs, 'sendUnlessWaiting' | 'work'>;
  tenantIds: () => Promise<string[]>;
  /** Makes a tenant's to-dos what its rules and states say. */
  repairTodos: (tenantId: string) => Promise<void>;
  report: (error: unknown) => void;
}

const platform = '0';
const queue = 'risk.expiry';
const again = { times: 5, firstPauseSeconds: 10 };

/** Risk rules behind the wall: browsers are told of another pop-up at once, to-dos follow other days within moments. */
export function mountRisks(put: Put, rooms: RiskRooms): void {
  const { db, clock, audit, tell, queues, tenantIds, repairTodos, report } = rooms;
  queues.work(queue, async ({ tenantId }) => {
    // The platform's rule stands for everybody who has none.
    await eachTenant(tenantId === platform ? await tenantIds() : [tenantId], repairTodos);
  });

  // Says nothing but that it is to be read anew: who is warned of what is judged for each person.
  const tellAnew = (tx: Tx) => tell(tx, {}, { type: '8' });
  const everywhere = async () =>
    eachTenant(await tenantIds(), (id) => db.scoped(systemScope('risk', id), tellAnew)).catch(report);
  const rules = createRiskRules({
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
        return queues.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, again);
      },
    },
  });
  put('risk', riskRuleCalls, rules);
  put('risk', riskTextCalls, rules);
}
