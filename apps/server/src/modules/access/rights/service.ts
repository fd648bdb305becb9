import { createHash } from 'node:crypto';
import type { UserType } from '@anlan/contract/domain/session';
import { isPermit, type Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { TenantRoom } from '../../tenant/index.ts';
import type { UserRoom } from '../../user/index.ts';
import { neverWithout, onlyForRunners, typesBelow } from './rules.ts';
import * as store from './store.ts';

/** What rights lean on. */
export interface RightsDeps {
  db: Db;
  bus: Bus;
  tenants: Pick<TenantRoom, 'packagePermits' | 'freshness'>;
  users: Pick<UserRoom, 'byId'>;
}

/** What a person may. */
export interface Rights {
  roles: string[];
  permits: Set<Permit>;
}

/** A role as it is held. */
export interface HeldRole {
  id: string;
  code: string;
  name: string;
}

/** What somebody wants to give. */
export interface Gift {
  roleIds?: readonly string[] | undefined;
  userType?: UserType | undefined;
}

interface Equipped {
  id: string;
  name: string;
  userType: UserType;
  permits: string[];
}

/** Who may what, and who may give it. */
export function createRights({ db, bus, tenants, users }: RightsDeps) {
  const rented = async (tx: Tx) => {
    const held = await tenants.packagePermits(tx);
    return (permit: string): permit is Permit => isPermit(permit) && (held === null || held.has(permit));
  };

  async function rightsOf(tx: Tx, userId: string): Promise<Rights> {
    const rows = await store.readRights(tx, userId);
    const counts = await rented(tx);
    const roles = [...new Set(rows.map((row) => row.code))];
    const permits = new Set(rows.map((row) => row.permit ?? '').filter(counts));
    return { roles: roles.length > 0 ? roles : ['ROLE_NONE'], permits };
  }

  /** Roles by id with the permits that count; an id that is none of the tenant's is refused. */
  async function rolesBy(tx: Tx, ids: readonly string[]): Promise<Equipped[]> {
    if (ids.length === 0) return [];
    const counts = await rented(tx);
    const found = new Map<string, Equipped>();
    for (const row of await store.rolesWithPermits(tx, ids)) {
      const role = found.get(row.id) ?? { id: row.id, name: row.name, userType: row.user_type, permits: [] };
      if (row.permit !== null && counts(row.permit)) role.permits.push(row.permit);
      found.set(row.id, role);
    }
    if (ids.some((id) => !found.has(id))) throw invalid({ field: 'roleIds', msg: '没有这个角色，请重新选择' });
    return [...found.values()];
  }

  /**
   * The permits that the caller may put into a role for a kind of people: their own, read anew; for those an authority
   * looks after also what the preset roles of that kind hold.
   */
  async function grantable(tx: Tx, scope: Scope, type: UserType): Promise<ReadonlySet<string>> {
    if (scope.userId === null || !typesBelow(scope.userType).includes(type)) return new Set();
    const { permits } = await rightsOf(tx, scope.userId);
    const may = new Set<string>(permits);
    if (scope.userType === 'regulator' && type !== 'regulator') {
      const presets = await store.presetRoles(tx, [type]);
      for (const role of await rolesBy(
        tx,
        presets.map(({ id }) => id),
      ))
        for (const permit of role.permits) may.add(permit);
      for (const permit of may) if (onlyForRunners(permit)) may.delete(permit);
    }
    return may;
  }

  async function assertMayGive(tx: Tx, scope: Scope, { roleIds = [], userType }: Gift): Promise<void> {
    await store.lockRights(tx);
    if (userType !== undefined && !typesBelow(scope.userType).includes(userType))
      throw new AppError('denied', '您不能设置这种用户类型');
    const reach = new Map<UserType, ReadonlySet<string>>();
    for (const role of await rolesBy(tx, [...new Set(roleIds)])) {
      const may = reach.get(role.userType) ?? (await grantable(tx, scope, role.userType));
      reach.set(role.userType, may);
      if (!typesBelow(scope.userType).includes(role.userType) || role.permits.some((permit) => !may.has(permit)))
        throw new AppError('denied', `角色“${role.name}”有您没有的权限，不能授予或收回`);
      if (userType !== undefined && role.userType !== userType)
        throw invalid({ field: 'roleIds', msg: `角色“${role.name}”不能给这种类型的用户` });
    }
  }

  const permitsToKeep = Object.keys(neverWithout) as (keyof typeof neverWithout)[];
  /** The permits without which nobody could put a tenant right again, and which no active person holds. */
  async function missing(tx: Tx) {
    const counts = await rented(tx);
    const held = await store.heldBySomebody(tx, permitsToKeep);
    return permitsToKeep.filter((permit) => counts(permit) && !held.has(permit));
  }

  async function keepLastHolder(tx: Tx): Promise<void> {
    await store.lockRights(tx);
    const now = await missing(tx);
    if (now.length === 0) return;
    // What stood before is still what everybody else sees: a tenant that never had a holder loses none.
    const before = await db.scoped(systemScope('last holder', tx.scope.tenantId), missing, { readOnly: true });
    const lost = now.find((permit) => !before.includes(permit));
    if (lost !== undefined) throw new AppError('invalid', neverWithout[lost]);
  }

  const rolesOf = (tx: Tx, userId: string): Promise<HeldRole[]> => store.heldRoles(tx, userId);

  return {
    rightsOf,
    grantable,
    rolesBy,
    /** Refuses to give, or to take, what the caller does not hold: roles, or a kind of people (S32). */
    assertMayGive,
    /** Refuses a change after which nobody active could edit roles or people any more (S34). */
    keepLastHolder,
    /** What a role of the tenant grants, as far as it counts. */
    async permitsOfRole(tx: Tx, code: string): Promise<ReadonlySet<Permit>> {
      const counts = await rented(tx);
      const rows = await store.permitsOfRole(tx, code);
      return new Set(rows.map(({ permit }) => permit).filter(counts));
    },
    /** The roles that a person holds. */
    rolesOf,
    /** The roles that each of these people holds. */
    async rolesOfAll(tx: Tx, userIds: readonly string[]): Promise<Map<string, HeldRole[]>> {
      const found = new Map<string, HeldRole[]>();
      if (userIds.length === 0) return found;
      for (const { user_id, ...role } of await store.heldRolesOf(tx, userIds))
        found.set(user_id, [...(found.get(user_id) ?? []), role]);
      return found;
    },
    /** Makes exactly these the roles of a person; answers the names before and after, for the audit. */
    async setRoles(tx: Tx, scope: Scope, userId: string, roleIds: readonly string[]) {
      await store.lockRights(tx);
      const held = await rolesOf(tx, userId);
      const wanted = new Set(roleIds);
      const given = [...wanted].filter((id) => !held.some((role) => role.id === id));
      const taken = held.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
      const before = held.map(({ name }) => name);
      if (given.length + taken.length === 0) return { before, after: before };
      if (userId === scope.userId) throw new AppError('denied', '不能修改自己的角色');
      const user = await users.byId(tx, userId);
      if (!user) throw new AppError('notFound');
      await assertMayGive(tx, scope, { roleIds: taken });
      await assertMayGive(tx, scope, { roleIds: given, userType: user.type });
      await store.changeRoles(tx, userId, given, taken);
      await keepLastHolder(tx);
      afterCommit(tx, () => bus.publish(scope, 'standing', { userId }));
      return { before, after: (await rolesOf(tx, userId)).map(({ name }) => name) };
    },
    giveRole: store.giveRole,
    giveRoles: store.giveAll,
    /** What changes when a person's rights or menu, or the dictionaries, have: two short texts with a dot between. */
    async freshMark(tx: Tx, { roles, permits }: Rights): Promise<string> {
      const { menu, dictionary } = await tenants.freshness(tx);
      const text = [...roles.toSorted(), ...[...permits].toSorted(), menu].join(' ');
      return `${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.${dictionary.toString(36)}`;
    },
  };
}

/** Who may what. */
export type RightsService = ReturnType<typeof createRights>;
