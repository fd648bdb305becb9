import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { platform, purgesAt } from '../admin/rules.ts';
import { beginPurge, dueTenants, emptyTable, endPurge, purgeOrder } from './store.ts';

export interface PurgeDeps {
  db: Db;
  clock: Clock;
  audit: {
    record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<unknown>;
  };
  vault: Pick<Vault, 'destroy'>;
  removeFiles(tenantId: string): Promise<number>;
}

const goneMark = '（数据已清除）';
const mostRounds = 5;
const longest = { statementMs: 3_600_000 };

/** Purges removed tenants after thirty days: first keys, then files, then rows table by table. */
export function createPurge({ db, clock, audit, vault, removeFiles }: PurgeDeps) {
  async function purge(tenantId: string): Promise<void> {
    const scope = systemScope('purge', tenantId);
    const now = clock.now();
    // The keys are deleted first, so that encrypted data is unreadable even if a later step fails.
    const begun = await db.scoped(scope, async (tx) => {
      if (!(await beginPurge(tx))) return false;
      await vault.destroy(tx);
      return true;
    });
    if (!begun) return;
    const files = await removeFiles(tenantId);
    let rows = 0;
    const order = await db.read(scope, purgeOrder);
    // Repeats while rows remain, because deleting rows adds rows to tables that count them.
    for (let round = 0, gone = 1; gone > 0 && round < mostRounds; round += 1) {
      gone = 0;
      for (const name of order) gone += await db.scoped(scope, (tx) => emptyTable(tx, name), longest);
      rows += gone;
    }
    const note = `${rows} 条数据、${files} 个文件`;
    await db.scoped(systemScope('purge', platform), async (outside) => {
      await db.scoped(scope, async (tx) => {
        await endPurge(tx, now, goneMark);
        await audit.record(tx, { call: 'tenant.purge', objectType: 'tenant', objectId: tenantId, note });
      });
      await audit.record(outside, { call: 'tenant.purge', objectType: 'tenant', objectId: tenantId, note });
    });
  }

  return {
    /** Purges every tenant that is due. A failed purge is retried the next night and does not stop the others. */
    async purgeDue(): Promise<void> {
      const due = await db.read(systemScope('purge', platform), (tx) => dueTenants(tx, purgesAt.since(clock.now())));
      await eachTenant(due, purge);
    },
  };
}
