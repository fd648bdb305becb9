import { createHash } from 'node:crypto';
import { dataScope } from '@anlan/contract/modules/access/role';
import type { UserType } from '@anlan/contract/modules/session/session';
import { isPermit } from '@anlan/contract/labels';
import type { Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import { covers, type Regions } from '#kernel/regions.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { TenantModule, PrincipalTenant } from '../../tenant/index.ts';
import type { UserModule } from '../../user/index.ts';
import { regionsBy } from '../data-scope/rules.ts';
import type { DataScopes } from '../data-scope/service.ts';
import { dataScopesOf } from '../data-scope/store.ts';
import { createDutySeparation } from '../protection/service.ts';
import { neverWithoutThree } from '../protection/rules.ts';
import { delegate, mayHold, neverWithout, typesBelow } from './rules.ts';
import * as store from './store.ts';

export interface RightsDeps {
  db: Db;
  bus: Bus;
  tenants: Pick<TenantModule, 'packagePermits' | 'isMlps3'>;
  users: Pick<UserModule, 'byId'>;
  dataScopes: DataScopes;
}

type Fresh = PrincipalTenant['freshness'];

export interface Rights {
  roles: string[];
  permits: Set<Permit>;
  regions: Regions;
}

export interface HeldRole {
  id: string;
  code: string;
  name: string;
}

export interface GrantRequest {
  roleIds?: readonly string[] | undefined;
  userType?: UserType | undefined;
}

interface RoleWithPermits {
  id: string;
  name: string;
  userType: UserType;
  permits: string[];
  regions: Regions;
}

export function createRights({ db, bus, tenants, users, dataScopes }: RightsDeps) {
  const dutySeparation = createDutySeparation(tenants);
  const within =
    (held: ReadonlySet<string> | null) =>
    (permit: string): permit is Permit =>
      isPermit(permit) && (held === null || held.has(permit));
  const rented = async (tx: Tx) => within(await tenants.packagePermits(tx));

  async function rightsOf(
    tx: Tx,
    userId: string,
    held: Promise<ReadonlySet<string> | null> = tenants.packagePermits(tx),
  ): Promise<Rights> {
    const [rows, permitModules] = await Promise.all([store.readRights(tx, tx.scope.tenantId, userId), held]);
    const counts = within(permitModules);
    const roles = [...new Set(rows.map((row) => row.code))];
    const permits = new Set(
      rows.flatMap(({ permits: all, user_type: type }) => all.filter((one) => mayHold(type, one))).filter(counts),
    );
    const seesAll = rows.some((row) => row.data_scope === dataScope.all);
    const regions = seesAll ? 'all' : await dataScopes.regionsOf(tx, userId);
    return { roles: roles.length > 0 ? roles : ['ROLE_NONE'], permits, regions };
  }

  /** Loads roles by id. Throws if an id belongs to another tenant. */
  async function rolesBy(tx: Tx, ids: readonly string[]): Promise<RoleWithPermits[]> {
    if (ids.length === 0) return [];
    const counts = await rented(tx);
    const rolesById = new Map<string, RoleWithPermits>();
    const reached = await dataScopesOf(tx, ids);
    const regionsOf = (id: string) => {
      const one = reached.get(id);
      return one === undefined ? [] : regionsBy([one], null);
    };
    for (const row of await store.rolesWithPermits(tx, ids)) {
      const role = rolesById.get(row.id) ?? {
        id: row.id,
        name: row.name,
        userType: row.user_type,
        permits: [],
        regions: regionsOf(row.id),
      };
      if (row.permit !== null && counts(row.permit) && mayHold(row.user_type, row.permit))
        role.permits.push(row.permit);
      rolesById.set(row.id, role);
    }
    if (ids.some((id) => !rolesById.has(id))) throw invalid({ field: 'roleIds', msg: '没有这个角色，请重新选择' });
    return [...rolesById.values()];
  }

  async function inRoles(tx: Tx, type: UserType): Promise<string[]> {
    const counts = await rented(tx);
    return (await store.permitsOfType(tx, type)).filter((permit) => counts(permit) && mayHold(type, permit));
  }

  async function ownFor(tx: Tx, scope: Scope, held: ReadonlySet<string>, type: UserType): Promise<Set<string>> {
    const may = new Set(held);
    if (scope.userType === 'regulator' && type !== 'regulator') {
      const presets = await store.presetRoles(tx, [type]);
      for (const role of await rolesBy(
        tx,
        presets.map(({ id }) => id),
      ))
        for (const permit of role.permits) may.add(permit);
    }
    return may;
  }

  async function mayGrantAll(tx: Tx, scope: Scope, held: ReadonlySet<string>): Promise<boolean> {
    for (const type of typesBelow(scope.userType)) {
      const may = await ownFor(tx, scope, held, type);
      if ((await inRoles(tx, type)).some((permit) => permit !== delegate && !may.has(permit))) return false;
    }
    return true;
  }

  /**
   * Permits the caller may put into a role: the caller's own permits (read from the database) and preset permits of
   * supervised user types. With `delegate`: all permits of roles.
   */
  async function grantable(tx: Tx, scope: Scope, type: UserType): Promise<ReadonlySet<string>> {
    if (scope.userId === null || !typesBelow(scope.userType).includes(type)) return new Set();
    const { permits, regions } = await rightsOf(tx, scope.userId);
    const may = await ownFor(tx, scope, permits, type);
    if (permits.has(delegate)) for (const permit of await inRoles(tx, type)) may.add(permit);
    else if (permits.has('sys:role:perm') && mayHold(type, delegate) && (await mayGrantAll(tx, scope, permits)))
      may.add(delegate);
    // `delegate` can change the protection level of the whole tenant, so callers with limited regions cannot grant
    // it.
    if (regions !== 'all') may.delete(delegate);
    for (const permit of may) if (!mayHold(type, permit)) may.delete(permit);
    return may;
  }

  async function assertMayGive(tx: Tx, scope: Scope, { roleIds = [], userType }: GrantRequest): Promise<void> {
    await store.lockRights(tx);
    if (userType !== undefined && !typesBelow(scope.userType).includes(userType))
      throw new AppError('denied', '您不能设置这种用户类型');
    const givable = new Map<UserType, ReadonlySet<string>>();
    const own = await dataScopes.ownOf(tx, scope);
    for (const role of await rolesBy(tx, [...new Set(roleIds)])) {
      const may = givable.get(role.userType) ?? (await grantable(tx, scope, role.userType));
      givable.set(role.userType, may);
      if (role.userType === 'regulator' && !covers(own, role.regions))
        throw new AppError('denied', `角色“${role.name}”的数据范围超出了您自己的，不能授予或收回`);
      if (!typesBelow(scope.userType).includes(role.userType) || role.permits.some((permit) => !may.has(permit)))
        throw new AppError('denied', `角色“${role.name}”有您没有的权限，不能授予或收回`);
      if (userType !== undefined && role.userType !== userType)
        throw invalid({ field: 'roleIds', msg: `角色“${role.name}”不能给这种类型的用户` });
    }
  }

  const toKeep: ReadonlyMap<string, string> = new Map(Object.entries(neverWithout));
  const toKeepApart: ReadonlyMap<string, string> = new Map([...toKeep, ...Object.entries(neverWithoutThree)]);
  /** Permits that are needed to repair a tenant and that no active user holds. */
  const missing = (texts: ReadonlyMap<string, string>) => async (tx: Tx) => {
    const counts = await rented(tx);
    const held = await store.heldBySomebody(tx, [...texts.keys()]);
    return [...texts.keys()].filter((permit) => counts(permit) && !held.has(permit));
  };

  async function keepLastHolder(tx: Tx): Promise<void> {
    await store.lockRights(tx);
    const texts = (await tenants.isMlps3(tx)) ? toKeepApart : toKeep;
    const now = await missing(texts)(tx);
    if (now.length === 0) return;
    // A second transaction reads the holders before this change. Only a permit that had a holder can lose its last
    // one.
    const before = await db.read(systemScope('last holder', tx.scope.tenantId), missing(texts));
    const lost = now.find((permit) => !before.includes(permit));
    if (lost !== undefined) throw new AppError('invalid', texts.get(lost));
  }

  const rolesOf = (tx: Tx, userId: string): Promise<HeldRole[]> => store.heldRoles(tx, userId);

  return {
    rightsOf,
    grantable,
    rolesBy,
    /** Refuses roles or user types outside the rights of the caller (S32). */
    assertMayGive,
    /** Refuses a change that leaves no active user who can edit roles or people (S34). */
    keepLastHolder,
    async permitsOfRole(tx: Tx, code: string): Promise<ReadonlySet<Permit>> {
      const counts = await rented(tx);
      const rows = await store.permitsOfRole(tx, code);
      return new Set(rows.map(({ permit }) => permit).filter(counts));
    },
    rolesOf,
    async rolesOfAll(tx: Tx, userIds: readonly string[]): Promise<Map<string, HeldRole[]>> {
      const rolesByUser = new Map<string, HeldRole[]>();
      if (userIds.length === 0) return rolesByUser;
      for (const { user_id, ...role } of await store.heldRolesOf(tx, userIds))
        rolesByUser.set(user_id, [...(rolesByUser.get(user_id) ?? []), role]);
      return rolesByUser;
    },
    /** Replaces the roles of a user. Returns the role names before and after, for the audit. */
    async setRoles(tx: Tx, scope: Scope, userId: string, roleIds: readonly string[]) {
      await store.lockRights(tx);
      const held = await rolesOf(tx, userId);
      const wanted = new Set(roleIds);
      const addedIds = [...wanted].filter((id) => !held.some((role) => role.id === id));
      const removedIds = held.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
      const before = held.map(({ name }) => name);
      if (addedIds.length + removedIds.length === 0) return { before, after: before };
      if (userId === scope.userId) throw new AppError('denied', '不能修改自己的角色');
      const user = await users.byId(tx, userId);
      if (!user) throw new AppError('notFound');
      await assertMayGive(tx, scope, { roleIds: removedIds });
      await assertMayGive(tx, scope, { roleIds: addedIds, userType: user.type });
      const oversees = user.type === 'regulator' ? [userId] : [];
      await dataScopes.requireWithinScope(tx, scope, oversees);
      await store.changeRoles(tx, userId, addedIds, removedIds);
      await dataScopes.requireWithinScope(tx, scope, oversees);
      if (addedIds.length > 0) await dutySeparation.requireSeparateDuties(tx, [userId]);
      await keepLastHolder(tx);
      afterCommit(tx, () => bus.publish(scope, 'standing', { userId }));
      return { before, after: (await rolesOf(tx, userId)).map(({ name }) => name) };
    },
    async takeRoles(tx: Tx, userId: string): Promise<void> {
      await store.lockRights(tx);
      const held = await rolesOf(tx, userId);
      await store.changeRoles(
        tx,
        userId,
        [],
        held.map(({ id }) => id),
      );
    },
    async giveRole(tx: Tx, userId: string, code: string): Promise<void> {
      await store.giveRole(tx, userId, code);
      await dutySeparation.requireSeparateDuties(tx, [userId]);
    },
    async giveRoles(tx: Tx, assignments: readonly { userId: string; roleId: string }[]): Promise<void> {
      await store.giveAll(tx, assignments);
      await dutySeparation.requireSeparateDuties(tx, [...new Set(assignments.map(({ userId }) => userId))]);
    },
    ...dutySeparation,
    /**
     * Version mark of cached client data, two short texts joined by a dot. The mark changes with rights, menu,
     * enterprise or dictionaries.
     */
    freshMark({ roles, permits, regions }: Rights, face: string, { menu, dictionary }: Fresh): string {
      const text = [...roles.toSorted(), ...[...permits].toSorted(), JSON.stringify(regions), menu, face].join(' ');
      return `${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.${dictionary.toString(36)}`;
    },
  };
}

export type RightsService = ReturnType<typeof createRights>;
