import type { ImpersonationConsent } from '@anlan/contract/modules/tenant/impersonation';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { updateTenant } from './admin/store.ts';
import { writeUntil } from './store.ts';

export interface AllowedDeps {
  db: Db;
  clock: Clock;
  audit: {
    record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<unknown>;
  };
  /** The reason why the caller may not give consent for the tenant; null when they may (S100). */
  objectionTo: (tx: Tx, userId: string) => Promise<string | null>;
  candidates: (tx: Tx) => Promise<readonly { name: string; objection: string | null }[]>;
}

/** A tenant's consent that platform users may write in it (S36). */
export function createAllowed({ db, clock, audit, objectionTo, candidates }: AllowedDeps) {
  const live = (until: Date | null) => (until !== null && until > clock.now() ? until : null);
  return {
    entryAllowed: (scope: Scope): Promise<ImpersonationConsent> =>
      db.read(scope, async (tx) => {
        const all = await candidates(tx);
        return {
          until: live(await writeUntil(tx)),
          allowers: all.flatMap(({ name, objection }) => (objection === null ? [name] : [])),
          notAllowers: all.flatMap(({ name, objection }) => (objection === null ? [] : [{ name, reason: objection }])),
        };
      }),
    allowEntry: (scope: Scope, { hours }: { hours: number }): Promise<{ until: Date | null }> =>
      db.scoped(scope, async (tx) => {
        // Ending the consent (0 hours) needs no second person.
        const objection = hours === 0 ? null : await objectionTo(tx, scope.userId ?? '');
        if (objection !== null) {
          const others = (await candidates(tx)).flatMap((one) => (one.objection === null ? [one.name] : []));
          const help =
            others.length > 0
              ? `请由${others.join('、')}办理`
              : '现在没有其他人可以办理；在此之前平台人员只能查看，需要修改的请由本单位人员办理';
          throw new AppError('denied', `您不能允许平台人员修改数据：您的${objection}。${help}`);
        }
        const until = hours === 0 ? null : new Date(clock.now().getTime() + hours * 3_600_000);
        await updateTenant(tx, { entry_write_until: until });
        const note = hours === 0 ? '收回' : `${hours} 小时`;
        await audit.record(tx, { call: 'tenant.allowEntry', objectType: 'tenant', objectId: scope.tenantId, note });
        return { until };
      }),
  };
}
