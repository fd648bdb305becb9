import type {
  DecisionInput,
  LockFlag,
  OneTimePassword,
  UserInput,
  UserPatch,
} from '@anlan/contract/modules/user/admin';
import type { Change } from '@anlan/contract/domain/field-change';
import { maskPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { hashPassword } from '#platform/password/index.ts';
import { readTree } from '../../organ/store.ts';
import { changesOf, presentPerson } from '../present.ts';
import { newPassword, pseudonymOf, runs, withoutMasks } from '../rules.ts';
import type { Seen, Visibility } from '../service.ts';
import * as store from '../store.ts';
import { explained } from '../unique-fields.ts';
import type { ChangeDeps, EndReason } from './deps.ts';
import { createRoleAssignment } from './assign-roles.ts';

const erased = {
  phone: null,
  email: null,
  avatar: null,
  password_hash: null,
  claimed_enterprise: null,
  lock_flag: '9',
} as const;

type Identified = { id: string; version?: number | undefined };

export function createChanges(deps: ChangeDeps, visibility: Visibility) {
  const { db, clock, users, sms, audit, enterprisesHeld } = deps;
  const { assertMayGive, keepLastHolder, setRoles, takeRoles, touched, endUser } = deps;
  const { confirmed, forgetLoginMethods, removeFactor, demandWithin } = deps;

  const roleIdsOf = ({ around }: Seen) => around.roles.map(({ id }) => id);
  /**
   * Locks and returns the person. Throws when the caller may not manage all their rights; throws with the current row
   * when the version is stale.
   */
  async function taken(tx: Tx, { id, version }: Identified): Promise<Seen> {
    const one = await visibility.demandOne(tx, await store.take(tx, id));
    const { scope } = tx;
    if (!runs(scope, one.target)) throw new AppError('denied', '该用户还在其他企业任职，不能由本企业修改');
    if (one.target.type === 'enterprise' && scope.regions !== 'all') {
      // A caller who may manage an account could also sign in as it. Therefore all its enterprises must be within the
      // caller's divisions.
      const all = await db.scoped(systemScope('bindings', scope.tenantId), (wide) => store.bindings(wide, [id]));
      if ((all.get(id) ?? []).length > one.target.enterpriseIds.length)
        throw new AppError('denied', '该用户还在您数据范围以外的企业任职，请由数据范围更大的管理员处理');
    }
    if (version !== undefined && version !== one.row.version)
      throw new AppError('conflict', undefined, { current: presentPerson(scope, one.row, one.around) });
    if (id !== scope.userId) {
      await assertMayGive(tx, scope, { roleIds: roleIdsOf(one), userType: one.target.type });
      if (one.target.type === 'regulator') await demandWithin(tx, scope, [id]);
    }
    return one;
  }
  const notOneself = (scope: Scope, id: string, what: string) => {
    if (scope.userId === id) throw new AppError('denied', `不能${what}自己的账号`);
  };
  async function change(tx: Tx, id: string, values: Parameters<typeof users.change>[2]): Promise<number> {
    const version = await users.change(tx, id, values);
    if (version === undefined) throw new AppError('notFound');
    return version;
  }
  /** Writes the audit entry of an act on a person. */
  const record = (
    tx: Tx,
    call: string,
    { id, nick_name: name, username }: Pick<Seen['row'], 'id' | 'nick_name' | 'username'>,
    more: { note?: string; changes?: Change[] } = {},
  ) => audit.record(tx, { call, objectType: 'user', objectId: id, note: `${name}（${username}）`, ...more });
  const end = (tx: Tx, userId: string, reason: EndReason = 'account closed') =>
    endUser(tx, { tenantId: tx.scope.tenantId, userId, reason });

  /** Erases the data of a person; the row stays under a pseudonym because other rows refer to it. */
  async function erase(tx: Tx, id: string) {
    await store.unbind(tx, id);
    await change(tx, id, { ...erased, ...pseudonymOf(id), deleted_at: clock.now() });
    await forgetLoginMethods(tx, id);
    await end(tx, id);
  }

  async function demandOrgan(tx: Tx, organId: string | null | undefined) {
    if (organId && !(await readTree(tx)).some(({ id }) => id === organId))
      throw invalid({ field: 'organId', msg: '没有这个机构，请重新选择' });
  }
  /** Names of the given enterprises that the caller sees. An enterprise administrator may use only their own. */
  async function demandEnterprises(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = await enterprisesHeld(tx, ids);
    const { userType, enterpriseId } = tx.scope;
    if (ids.some((id) => !names.has(id) || (userType === 'enterprise' && id !== enterpriseId)))
      throw invalid({ field: 'enterpriseIds', msg: '没有这家企业，请重新选择' });
    return names;
  }

  async function oneTime(scope: Scope) {
    const password = newPassword();
    const endsAt = new Date(clock.now().getTime() + limits.oneTimePassword.seconds * 1000);
    return { password, endsAt, hash: await hashPassword(password, scope.tenantId) };
  }

  async function leave(tx: Tx, userId: string, enterpriseIds: string[]) {
    await store.unbind(tx, userId, enterpriseIds);
    await store.forgetEnterprise(tx, userId, enterpriseIds);
  }

  async function bindExactly(tx: Tx, one: Seen, wanted: readonly string[]) {
    const { id } = one.row;
    const had = one.around.bound;
    const fresh = wanted.filter((other) => !had.includes(other));
    const gone = had.filter((other) => !wanted.includes(other));
    if (fresh.length + gone.length === 0) return undefined;
    if (one.target.type !== 'enterprise') throw invalid({ field: 'enterpriseIds', msg: '只有企业人员可以绑定企业' });
    const names = await demandEnterprises(tx, fresh);
    for (const enterpriseId of fresh) await users.bind(tx, id, enterpriseId);
    await users.seats.demand(tx, fresh);
    if (gone.length > 0) await leave(tx, id, gone);
    return {
      names: wanted.map((other) => names.get(other) ?? one.around.names.get(other) ?? other),
      left: gone.length > 0,
    };
  }

  return {
    async create(
      scope: Scope,
      { roleIds, enterpriseIds = [], email, ...accountInput }: UserInput,
    ): Promise<OneTimePassword> {
      const isStaff = scope.userType === 'enterprise';
      if (isStaff && scope.enterpriseId === null) throw new AppError('denied', '您当前没有所属的企业，不能新增员工');
      const { password, endsAt, hash } = await oneTime(scope);
      const id = newId();
      const staffOf = isStaff && scope.enterpriseId !== null ? [scope.enterpriseId] : enterpriseIds;
      const savedUser = await explained(() =>
        db.scoped(scope, async (tx) => {
          await assertMayGive(tx, scope, { roleIds, userType: accountInput.type });
          await demandOrgan(tx, accountInput.organId);
          if (accountInput.type !== 'enterprise' && staffOf.length > 0)
            throw invalid({ field: 'enterpriseIds', msg: '只有企业人员可以绑定企业' });
          const names = await demandEnterprises(tx, staffOf);
          const unseen = await visibility.takenUnseen(tx, accountInput);
          if (unseen) return unseen;
          await users.add(tx, {
            id,
            username: accountInput.username,
            nick_name: accountInput.nickName,
            type: accountInput.type,
            phone: accountInput.phone,
            email: email || null,
            organ_id: accountInput.organId ?? null,
            password_hash: hash,
            password_ends_at: endsAt,
            must_change_password: true,
          });
          for (const enterpriseId of staffOf) await users.bind(tx, id, enterpriseId);
          await users.seats.demand(tx, staffOf);
          await setRoles(tx, scope, id, roleIds);
          const { nickName: nick_name, username } = accountInput;
          const changes = changesOf({}, { ...accountInput, email: email || null, enterprises: [...names.values()] });
          await record(tx, 'user.create', { id, nick_name, username }, { changes });
          return null;
        }),
      );
      if (savedUser) throw invalid(savedUser);
      return { id, version: 1, password, endsAt };
    },
    async update(scope: Scope, { id, version, roleIds, enterpriseIds, ...typed }: UserPatch) {
      const patch = withoutMasks(typed);
      const saved = await explained(() =>
        db.scoped(scope, async (tx) => {
          const one = await taken(tx, { id, version });
          const { row } = one;
          const phone = patch.phone === row.phone ? undefined : patch.phone;
          // Changing one's own phone needs codes to both phones (S18), so administrators cannot change their own
          // phone here.
          if (phone !== undefined && id === scope.userId)
            throw new AppError('denied', '更换自己的手机号码，请到“个人信息”中验证后更换');
          await demandOrgan(tx, patch.organId);
          const unseen = phone === undefined ? null : await visibility.takenUnseen(tx, { phone, type: row.type });
          if (unseen) return unseen;
          const enterprises =
            enterpriseIds === undefined || scope.userType === 'enterprise'
              ? undefined
              : await bindExactly(tx, one, enterpriseIds);
          const roles =
            roleIds === undefined || (id === scope.userId && sameIds(roleIds, roleIdsOf(one)))
              ? undefined
              : await setRoles(tx, scope, id, roleIds);
          const before = { nickName: row.nick_name, phone: row.phone, email: row.email, organId: row.organ_id };
          // Moving a person to another organ can widen the data scope of their roles.
          const moves = patch.organId !== undefined && patch.organId !== row.organ_id;
          if (moves && id === scope.userId && scope.regions !== 'all')
            throw new AppError('denied', '不能修改自己所在的机构');
          const saved = await change(tx, id, {
            ...(patch.nickName === undefined ? {} : { nick_name: patch.nickName }),
            ...(patch.phone === undefined ? {} : { phone: patch.phone }),
            ...(patch.email === undefined ? {} : { email: patch.email }),
            ...(patch.organId === undefined ? {} : { organ_id: patch.organId }),
          });
          if (moves && one.target.type === 'regulator') {
            await demandWithin(tx, scope, [id]);
            touched(tx, id);
          }
          await record(tx, 'user.update', row, {
            changes: [
              ...changesOf(before, patch),
              ...(enterprises
                ? changesOf({ enterprises: [...one.around.names.values()] }, { enterprises: enterprises.names })
                : []),
              ...(roles ? changesOf({ roles: roles.before }, { roles: roles.after }) : []),
            ],
          });
          if (phone !== undefined && row.phone !== null) {
            const params = { username: row.username, phone: maskPhone(phone) };
            await sms.notify(tx, { phone: row.phone, template: 'phoneChanged', params });
          }
          // A changed phone ends the sessions. This is the last step, because a refused change must not end sessions.
          if (phone !== undefined) await end(tx, id, 'phone changed');
          else if (enterprises?.left) await end(tx, id);
          return { id, version: saved };
        }),
      );
      if ('field' in saved) throw invalid(saved);
      return saved;
    },
    async password(scope: Scope, which: Identified): Promise<OneTimePassword> {
      notOneself(scope, which.id, '重置');
      const { password, endsAt, hash } = await oneTime(scope);
      const version = await db.scoped(scope, async (tx) => {
        const { row, target } = await taken(tx, which);
        if (target.approval !== 'approved') throw new AppError('invalid', '账号还没有通过审核，不能重置密码');
        const saved = await change(tx, which.id, {
          password_hash: hash,
          password_ends_at: endsAt,
          must_change_password: true,
        });
        await end(tx, which.id, 'password changed');
        await record(tx, 'user.password', row);
        if (row.phone !== null)
          await sms.notify(tx, { phone: row.phone, template: 'passwordReset', params: { username: row.username } });
        return saved;
      });
      return { id: which.id, version, password, endsAt };
    },
    /**
     * Removes the second factor of a person who lost their device and codes. Afterwards the password alone is enough.
     */
    async removeFactor(scope: Scope, { id, reason }: { id: string; reason: string }): Promise<null> {
      if (scope.userId === id) throw new AppError('denied', '自己的两步验证请到“个人信息”中关闭');
      await confirmed(scope);
      await db.scoped(scope, async (tx) => {
        const { row } = await taken(tx, { id });
        if (!(await removeFactor(tx, id))) throw new AppError('invalid', '该用户没有启用两步验证');
        await end(tx, id, 'factor removed');
        await record(tx, 'user.removeFactor', row, { note: `${row.nick_name}（${row.username}）：${reason}` });
      });
      return null;
    },
    async lock(scope: Scope, { lockFlag, ...which }: Identified & { lockFlag: LockFlag }) {
      if (lockFlag === 'locked') notOneself(scope, which.id, '停用');
      return db.scoped(scope, async (tx) => {
        const { row, target, around } = await taken(tx, which);
        if (target.locked === (lockFlag === 'locked'))
          throw new AppError('invalid', target.locked ? '账号已经停用' : '账号已经启用');
        const version = await change(tx, which.id, { lock_flag: lockFlag === 'locked' ? '9' : '0' });
        if (lockFlag === 'open') await users.seats.demand(tx, around.bound);
        if (lockFlag === 'locked') {
          await keepLastHolder(tx);
          await end(tx, which.id);
        }
        await record(tx, 'user.lock', row, {
          note: `${lockFlag === 'locked' ? '停用' : '启用'} ${row.nick_name}（${row.username}）`,
          changes: changesOf({ lockFlag: target.locked ? 'locked' : 'open' }, { lockFlag }),
        });
        return { id: which.id, version };
      });
    },
    async remove(scope: Scope, which: Identified): Promise<null> {
      notOneself(scope, which.id, '删除');
      await db.scoped(scope, async (tx) => {
        const { id } = which;
        const { row, target, around } = await visibility.demandOne(tx, await store.take(tx, id));
        const { enterpriseId } = scope;
        if (scope.userType === 'enterprise' && enterpriseId !== null && !runs(scope, target)) {
          // A person who also works for another enterprise is only removed from this one.
          await leave(tx, id, [enterpriseId]);
          await end(tx, id);
          await record(tx, 'user.unbind', row);
          return;
        }
        await taken(tx, which);
        await setRoles(tx, scope, id, []);
        await erase(tx, id);
        await keepLastHolder(tx);
        const changes = changesOf({ roles: around.roles.map(({ name }) => name) }, { roles: [] });
        await record(tx, 'user.remove', row, { changes });
      });
      return null;
    },
    /** Erases a person again who came back with a restored backup (S84). */
    async eraseAgain(scope: Scope, { id }: Identified): Promise<void> {
      await db.scoped(scope, async (tx) => {
        const row = await store.take(tx, id);
        if (!row) return;
        await takeRoles(tx, id);
        await erase(tx, id);
        await record(tx, 'user.remove', row, { note: '恢复了早于删除的备份，再次清除' });
      });
    },
    async decide(scope: Scope, { decision, enterpriseId, reason = '', ...which }: DecisionInput) {
      if (decision === 'reject' && reason === '') throw invalid({ field: 'reason', msg: '请填写原因' });
      return db.scoped(scope, async (tx) => {
        const one = await taken(tx, which);
        const { row, target } = one;
        if (target.approval !== 'pending') throw new AppError('invalid', '该账号已经审核过');
        const named = enterpriseId ? await demandEnterprises(tx, [enterpriseId]) : null;
        const enterpriseToBind = decision === 'approve' ? named : null;
        if (enterpriseToBind && enterpriseId) {
          if (target.type !== 'enterprise') throw invalid({ field: 'enterpriseId', msg: '只有企业人员可以绑定企业' });
          await users.bind(tx, row.id, enterpriseId);
        }
        if (decision === 'approve' && target.type === 'enterprise' && !enterpriseToBind)
          throw invalid({ field: 'enterpriseId', msg: '请选择该用户所属的企业' });
        const version = await change(tx, row.id, { approval: decision === 'approve' ? 'approved' : 'rejected' });
        if (enterpriseToBind) await users.seats.demand(tx, [...enterpriseToBind.keys()]);
        const name = row.nick_name;
        if (row.phone !== null)
          await sms.notify(
            tx,
            decision === 'approve'
              ? { phone: row.phone, template: 'registerApproved', params: { name, username: row.username } }
              : { phone: row.phone, template: 'registerRejected', params: { name, reason } },
          );
        await record(tx, 'user.decide', row, {
          note: `${decision === 'approve' ? '通过' : `驳回：${reason}`} ${name}（${row.username}）`,
          changes: changesOf(
            { approval: 'pending' },
            {
              approval: decision === 'approve' ? 'approved' : 'rejected',
              ...(enterpriseToBind ? { enterprises: [...enterpriseToBind.values()] } : {}),
            },
          ),
        });
        return { id: row.id, version };
      });
    },
    ...createRoleAssignment(deps, { takeManaged: taken, change, demandEnterprises }),
  };
}

const sameIds = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id) => right.includes(id));
