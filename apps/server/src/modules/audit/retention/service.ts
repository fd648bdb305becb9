import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { dropAlarmsBefore } from '../alarm/store.ts';
import { dropErrorsBefore } from '../log/store.ts';
import { forgetAudit } from './store.ts';

export interface RetentionDeps {
  db: Db;
  clock: Clock;
  /** Age in months after which audit rows are removed. The database enforces at least twelve. */
  months: number;
  record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<string>;
}

// After the age limit is lowered, one statement removes very many rows. The statement may run for an hour.
const longest = { statementMs: 3_600_000 };

export function createRetention({ db, clock, months, record }: RetentionDeps) {
  return {
    /**
     * Removes old browser errors and alarms (age in days) and old audit rows (age in months). Returns the number of
     * removed audit rows.
     */
    async removeExpired(tenantIds: readonly string[]): Promise<number> {
      let gone = 0;
      const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
      await eachTenant(tenantIds, async (tenantId) => {
        const scope = systemScope('retention', tenantId);
        // Removes errors and alarms in a separate transaction, so that a failed audit cleanup does not roll it back.
        await db.scoped(scope, async (tx) => {
          await dropErrorsBefore(tx, before(limits.errorReport.keptDays));
          // The audit log has the details of each alarm. The alarm row is only needed for its to-do entry.
          await dropAlarmsBefore(tx, before(limits.alarm.keptDays));
        });
        const letGo = async (tx: Tx) => {
          const { rows, lastNo } = await forgetAudit(tx, months);
          // Records the number of removed rows and the first remaining link. The hash chain covers this audit row too.
          if (rows > 0)
            await record(tx, {
              call: 'audit.forget',
              objectType: 'audit_seal',
              objectId: String(lastNo),
              note: `超过 ${months} 个月的 ${rows} 条，到第 ${lastNo} 个封条为止`,
            });
          return rows;
        };
        gone += await db.scoped(scope, letGo, longest);
      });
      return gone;
    },
  };
}
