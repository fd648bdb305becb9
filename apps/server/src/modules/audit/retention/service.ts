import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { dropAlarmsBefore } from '../alarm/store.ts';
import { dropErrorsBefore } from '../log/store.ts';
import { forgetAudit } from './store.ts';

/** What retention depends on. */
export interface RetentionDeps {
  db: Db;
  clock: Clock;
  /** Months for which the audit is kept; the database itself keeps it for twelve at least. */
  months: number;
  record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<string>;
}

// All that has become due since the months were lowered goes in one statement.
const longest = { statementMs: 3_600_000 };

/** Lets go of what has been kept long enough. */
export function createRetention({ db, clock, months, record }: RetentionDeps) {
  return {
    /** Errors of browsers and alarms after their days, the audit after its months; answers how many rows of it went. */
    async forget(tenantIds: readonly string[]): Promise<number> {
      let gone = 0;
      const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
      await eachTenant(tenantIds, async (tenantId) => {
        const scope = systemScope('retention', tenantId);
        // By themselves: they go, whatever the audit does.
        await db.scoped(scope, async (tx) => {
          await dropErrorsBefore(tx, before(limits.errorReport.keptDays));
          // What an alarm said stands in the audit; its own row is there for the to-do, which waits a few days.
          await dropAlarmsBefore(tx, before(limits.alarm.keptDays));
        });
        const letGo = async (tx: Tx) => {
          const { rows, lastNo } = await forgetAudit(tx, months);
          // The row is sealed like any other: what went is known, and by which seal the rest begins.
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
