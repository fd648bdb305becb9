import type { Protection } from '@anlan/contract/modules/access/protection';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { DataScopes } from '../data-scope/service.ts';
import { lockRights } from '../rights/store.ts';
import { allDuties, dutyNames, dutyWords } from './rules.ts';
import { dutiesOfRoles, dutyHolders, type DutyHolder } from './store.ts';

const shown = 5;
const several = (holders: readonly DutyHolder[]) => holders.filter(({ duties }) => duties.length > 1);
const describeHolders = (holders: readonly DutyHolder[]) =>
  holders
    .slice(0, shown)
    .map(({ name, duties }) => `${name}（${dutyWords(duties)}）`)
    .join('、') + (holders.length > shown ? ` 等 ${holders.length} 人` : '');

/** One user must not hold two of the three administrator duties in a protected tenant (S77). */
export function createDutySeparation(tenants: Pick<TenantModule, 'isMlps3'>) {
  return {
    async requireSeparateDuties(tx: Tx, userIds: readonly string[]): Promise<void> {
      if (userIds.length === 0 || !(await tenants.isMlps3(tx))) return;
      const conflicts = several(await dutyHolders(tx, userIds));
      if (conflicts.length > 0)
        throw new AppError(
          'invalid',
          `已启用等级保护三级，一人不能兼任：${describeHolders(conflicts)}。请改授其他角色，或先收回其一`,
        );
    },
    async requireCompatibleRoles(tx: Tx, roleIds: readonly string[]): Promise<void> {
      if (roleIds.length === 0 || !(await tenants.isMlps3(tx))) return;
      const duties = await dutiesOfRoles(tx, roleIds);
      if (duties.length > 1) throw new AppError('invalid', `已启用等级保护三级，一人不能兼任${dutyWords(duties)}`);
    },
  };
}

export interface ProtectionDeps {
  db: Db;
  audit: Pick<AuditModule, 'record'>;
  tenants: Pick<TenantModule, 'isMlps3' | 'setMlps3' | 'bump'>;
  ownOf: DataScopes['ownOf'];
  /** Throws unless the caller confirmed their password recently (step-up authentication). */
  confirmed: (scope: Scope) => Promise<void>;
}

/** Switches protection level three (MLPS 3) on and off. Needs a security administrator. Each change is audited. */
export function createProtection({ db, audit, tenants, ownOf, confirmed }: ProtectionDeps) {
  return {
    protection: (scope: Scope): Promise<Protection> =>
      db.read(scope, async (tx) => {
        const dutyRows = await dutyHolders(tx);
        return {
          mlps3: await tenants.isMlps3(tx),
          mayChange: scope.permits.has('sys:role:delegate') && (await ownOf(tx, scope)) === 'all',
          holders: allDuties.map((duty) => {
            const names = dutyRows.filter((one) => one.active && one.duties.includes(duty)).map(({ name }) => name);
            return { duty, people: names.length, names: names.slice(0, shown) };
          }),
          several: several(dutyRows).map(({ name, duties }) => ({ name, duties })),
        };
      }),
    async protect(scope: Scope, { mlps3, reason }: { mlps3: boolean; reason: string }): Promise<null> {
      await confirmed(scope);
      await db.scoped(scope, async (tx) => {
        await lockRights(tx);
        if ((await ownOf(tx, scope)) !== 'all')
          throw new AppError('denied', '数据范围只限部分区域的人员不能启用或停用等级保护三级');
        const before = await tenants.isMlps3(tx);
        if (mlps3 && !before) {
          const dutyRows = await dutyHolders(tx);
          const both = several(dutyRows);
          if (both.length > 0) throw new AppError('invalid', `有人兼任，请先调整角色再启用：${describeHolders(both)}`);
          const nobody = allDuties.find((duty) => !dutyRows.some((one) => one.active && one.duties.includes(duty)));
          if (nobody !== undefined)
            throw new AppError('invalid', `还没有在用的${dutyNames[nobody]}，请先授予角色再启用`);
        }
        await tenants.setMlps3(tx, mlps3);
        const changes = before === mlps3 ? [] : [{ field: 'mlps3', before, after: mlps3 }];
        const what = { call: 'access.protect', objectType: 'tenant', objectId: scope.tenantId };
        await audit.record(tx, { ...what, note: reason, changes });
        // Invalidates cached principals: the next call of a user without a second factor then asks for one.
        if (before !== mlps3) await tenants.bump(tx, 'menu');
      });
      return null;
    },
  };
}
