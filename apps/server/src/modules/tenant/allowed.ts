import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
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
  /** Why the caller may not be the person of the tenant who consents, in words; null where they may (S100). */
  objectionTo: (tx: Tx, userId: string) => Promise<string | null>;
}

/** A tenant's consent that the platform's people may write while they are in it (S36). */
export function createAllowed({ db, clock, audit, objectionTo }: AllowedDeps) {
  const live = (until: Date | null) => (until !== null && until > clock.now() ? until : null);
  return {
    entryAllowed: (scope: Scope): Promise<{ until: Date | null }> =>
      db.scoped(scope, async (tx) => ({ until: live(await writeUntil(tx)) }), { readOnly: true }),
    allowEntry: (scope: Scope, { hours }: { hours: number }): Promise<{ until: Date | null }> =>
      db.scoped(scope, async (tx) => {
        // Whoever ends the consent needs nothing.
        const objection = hours === 0 ? null : await objectionTo(tx, scope.userId ?? '');
        if (objection !== null)
          throw new AppError(
            'denied',
            `您不能允许平台人员修改数据：您的${objection}。请由本单位其他管理员办理，或稍后再试`,
          );
        const until = hours === 0 ? null : new Date(clock.now().getTime() + hours * 3_600_000);
        await updateTenant(tx, { entry_write_until: until });
        const note = hours === 0 ? '收回' : `${hours} 小时`;
        await audit.record(tx, { call: 'tenant.allowEntry', objectType: 'tenant', objectId: scope.tenantId, note });
        return { until };
      }),
  };
}
