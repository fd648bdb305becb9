import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { updateTenant } from './admin/store.ts';
import { writeUntil } from './store.ts';

/** What the consent depends on. */
export interface AllowedDeps {
  db: Db;
  clock: Clock;
  audit: {
    record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<unknown>;
  };
}

/** A tenant's consent that the platform's people may write while they are in it (S36). */
export function createAllowed({ db, clock, audit }: AllowedDeps) {
  const live = (until: Date | null) => (until !== null && until > clock.now() ? until : null);
  return {
    entryAllowed: (scope: Scope): Promise<{ until: Date | null }> =>
      db.scoped(scope, async (tx) => ({ until: live(await writeUntil(tx)) }), { readOnly: true }),
    allowEntry: (scope: Scope, { hours }: { hours: number }): Promise<{ until: Date | null }> =>
      db.scoped(scope, async (tx) => {
        const until = hours === 0 ? null : new Date(clock.now().getTime() + hours * 3_600_000);
        await updateTenant(tx, { entry_write_until: until });
        const note = hours === 0 ? '收回' : `${hours} 小时`;
        await audit.record(tx, { call: 'tenant.allowEntry', objectType: 'tenant', objectId: scope.tenantId, note });
        return { until };
      }),
  };
}
