import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { changesOf } from '../present.ts';
import type { Seen } from '../service.ts';
import type { ChangeDeps } from './deps.ts';

interface Shared {
  /** Locks and returns the person. Throws unless the caller may manage the person and all their rights. */
  takeManaged: (tx: Tx, which: { id: string; version?: number | undefined }) => Promise<Seen>;
  change: (tx: Tx, id: string, given: object) => Promise<number>;
  demandEnterprises: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Changes only the roles of a person: for security administrators, and to make a person the administrator of an
 * enterprise.
 */
export function createRoleAssignment({ db, audit, setRoles, giveRole, touched }: ChangeDeps, shared: Shared) {
  const { takeManaged: taken, change, demandEnterprises } = shared;
  return {
    giveRoles: (scope: Scope, { id, version, roleIds }: { id: string; version: number; roleIds: string[] }) =>
      db.scoped(scope, async (tx) => {
        const { row } = await taken(tx, { id, version });
        const roles = await setRoles(tx, scope, id, roleIds);
        const saved = await change(tx, id, {});
        await audit.record(tx, {
          call: 'user.giveRoles',
          objectType: 'user',
          objectId: id,
          note: `${row.nick_name}（${row.username}）`,
          changes: changesOf({ roles: roles.before }, { roles: roles.after }),
        });
        return { id, version: saved };
      }),
    async updateEntAdmin(
      scope: Scope,
      { enterpriseId, userId }: { enterpriseId: string; userId: string },
    ): Promise<null> {
      await db.scoped(scope, async (tx) => {
        await demandEnterprises(tx, [enterpriseId]);
        const one = await taken(tx, { id: userId });
        const { row, target, around } = one;
        if (target.type !== 'enterprise' || !around.bound.includes(enterpriseId))
          throw invalid({ field: 'userId', msg: '该用户不是这家企业的人员，请先绑定' });
        if (target.locked || target.approval !== 'approved')
          throw invalid({ field: 'userId', msg: '该账号不能使用，请先启用' });
        if (target.isEnterpriseAdmin) return;
        await giveRole(tx, userId, 'ROLE_ENT_ADMIN');
        // The caller must have all permits of the role. This is checked before any change.
        await taken(tx, { id: userId });
        await change(tx, userId, {});
        touched(tx, userId);
        await audit.record(tx, {
          call: 'user.updateEntAdmin',
          objectType: 'user',
          objectId: userId,
          enterpriseId,
          note: `${row.nick_name}（${row.username}）成为 ${around.names.get(enterpriseId) ?? ''} 的管理员`,
        });
      });
      return null;
    },
  };
}
