import {
  dataScope,
  type Role,
  type RoleAbility,
  type RoleChoice,
  type RoleInput,
  type RolePatch,
  type RoleSort,
} from '@anlan/contract/modules/access/role';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { UserType } from '@anlan/contract/modules/session/session';
import { isPermit, permitLabels } from '@anlan/contract/labels';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { covers, type Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import { menuRows } from '../menus/store.ts';
import type { DataScopes } from '../data-scope/service.ts';
import { chooseRegions, holdersOf, dataScopesOf, scopeNamed } from '../data-scope/store.ts';
import { changePermits, permitsOf } from '../renewal/store.ts';
import { mayHold, typesBelow } from '../rights/rules.ts';
import type { RightsService } from '../rights/service.ts';
import { lockRights } from '../rights/store.ts';
import { isReserved } from './seed.ts';
import * as store from './store.ts';

export interface RolesDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  rights: Pick<RightsService, 'grantable' | 'rolesBy' | 'rolesOf' | 'keepLastHolder' | 'requireSeparateDuties'>;
  dataScopes: Omit<DataScopes, 'regionsOf' | 'overseen'>;
  dictionaries: Pick<DictionaryModule, 'placeNames'>;
}

const named = (permits: Iterable<string>) =>
  [...permits]
    .map((permit) => (isPermit(permit) ? permitLabels[permit] : permit))
    .toSorted((a, b) => a.localeCompare(b, 'zh'));

export function createRoles({ db, bus, clock, audit, rights, dataScopes, dictionaries }: RolesDeps) {
  async function dataScopeOf(tx: Tx, scope: Scope) {
    const givable = new Map<UserType, ReadonlySet<string>>();
    for (const type of typesBelow(scope.userType)) givable.set(type, await rights.grantable(tx, scope, type));
    const own = await dataScopes.ownOf(tx, scope);
    return (type: UserType, permits: Iterable<string>, regions: Regions = []) => {
      const may = givable.get(type);
      const sees = type !== 'regulator' || covers(own, regions);
      return sees && may !== undefined && [...permits].every((permit) => may.has(permit));
    };
  }

  async function present(tx: Tx, rows: store.RoleRow[]): Promise<Role[]> {
    const { scope } = tx;
    const ids = rows.map(({ id }) => id);
    const equipped = new Map((await rights.rolesBy(tx, ids)).map((one) => [one.id, one]));
    const scopesByRole = await dataScopesOf(tx, ids);
    const codesOf = (row: store.RoleRow) =>
      row.data_scope === dataScope.chosen ? (scopesByRole.get(row.id)?.codes ?? []) : [];
    const places = await dictionaries.placeNames(tx, rows.flatMap(codesOf));
    const members = ids.length > 0 ? await store.membersOf(tx, ids) : new Map<string, number>();
    const held = new Set((scope.userId === null ? [] : await rights.rolesOf(tx, scope.userId)).map(({ id }) => id));
    const within = await dataScopeOf(tx, scope);
    const beyond = await dataScopes.rolesHeldOutsideScope(
      tx,
      rows.flatMap(({ id, user_type }) => (user_type === 'regulator' ? [id] : [])),
    );
    return rows.map((row) => {
      const { permits = [], regions = 'all' } = equipped.get(row.id) ?? {};
      const reachable = within(row.user_type, permits, regions);
      const mine = held.has(row.id);
      const count = members.get(row.id) ?? 0;
      const abilities: RoleAbility[] = [];
      if (reachable && !mine && scope.permits.has('sys:role:edit')) abilities.push('update');
      if (reachable && !mine && !beyond.has(row.id) && scope.permits.has('sys:role:perm')) abilities.push('permits');
      if (reachable && scope.permits.has('sys:role:add')) abilities.push('copy');
      if (reachable && !mine && !row.preset && count === 0 && scope.permits.has('sys:role:del'))
        abilities.push('remove');
      return {
        id: row.id,
        version: row.version,
        abilities,
        roleName: row.name,
        roleCode: row.code,
        roleDesc: row.description,
        dsType: scopeNamed(row.data_scope),
        regions: codesOf(row).map((code) => ({ code, name: places.get(code) ?? code })),
        userType: row.user_type,
        preset: row.preset,
        mine,
        members: count,
        permits: permits.length,
        toReview: named(row.to_review),
        createTime: row.created_at,
        updateTime: row.updated_at,
      };
    });
  }

  async function presentOne(tx: Tx, row: store.RoleRow | undefined): Promise<Role> {
    const [presented] = row ? await present(tx, [row]) : [];
    if (!presented) throw new AppError('notFound');
    return presented;
  }

  /** Locks and returns the role. Refuses a role that the caller holds or that has more rights than the caller (S32). */
  async function lockRole(tx: Tx, id: string, version: number | undefined): Promise<store.RoleRow> {
    await lockRights(tx);
    const row = await store.take(tx, id);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: await presentOne(tx, row) });
    const { scope } = tx;
    if (scope.userId === null || (await rights.rolesOf(tx, scope.userId)).some((role) => role.id === id))
      throw new AppError('denied', '不能修改自己持有的角色');
    await requireDataScope(tx, row.user_type, [id]);
    return row;
  }

  async function requireDataScope(tx: Tx, type: UserType, roleIds: readonly string[]) {
    const within = await dataScopeOf(tx, tx.scope);
    if (!within(type, [])) throw new AppError('denied', '您不能管理这种用户类型的角色');
    for (const role of await rights.rolesBy(tx, roleIds))
      if (!within(type, role.permits, role.regions))
        throw new AppError('denied', `角色“${role.name}”有您没有的权限或数据范围，不能操作`);
  }

  /** Turns a duplicate role code into an error at the code field. */
  async function withFieldErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error) === 'role_code_key') throw invalid({ field: 'roleCode', msg: '编码已存在' });
      throw error;
    }
  }

  const everybody = (tx: Tx) => afterCommit(tx, () => bus.publish(tx.scope, 'standing'));

  return {
    rolePage: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<store.RoleFilter, RoleSort>,
    ): Promise<Page<Role>> =>
      db.scoped(scope, async (tx) => {
        const { rows, total } = await store.page(tx, filter, sort, size, (page - 1) * size);
        return { rows: await present(tx, rows), total, page, size };
      }),
    rolesToGive: (tx: Tx) => store.all(tx, undefined),
    roleList: (scope: Scope, { userType }: { userType?: UserType | undefined }): Promise<RoleChoice[]> =>
      db.scoped(scope, async (tx) => {
        const rows = await store.all(tx, userType);
        const equipped = await rights.rolesBy(
          tx,
          rows.map(({ id }) => id),
        );
        const within = await dataScopeOf(tx, scope);
        const givable = (row: store.RoleRow) => {
          const { permits = [], regions = 'all' } = equipped.find(({ id }) => id === row.id) ?? {};
          return within(row.user_type, permits, regions);
        };
        return rows.map((row) => ({
          id: row.id,
          roleName: row.name,
          roleCode: row.code,
          userType: row.user_type,
          givable: givable(row),
        }));
      }),
    roleGet: (scope: Scope, { id }: { id: string }): Promise<Role> =>
      db.scoped(scope, async (tx) => presentOne(tx, await store.find(tx, id))),
    roleCreate: (scope: Scope, { roleName, roleCode, roleDesc, userType, copyOf, dsType, regionCodes }: RoleInput) =>
      withFieldErrors(() =>
        db.scoped(scope, async (tx) => {
          if (roleCode !== undefined && isReserved(roleCode))
            throw invalid({ field: 'roleCode', msg: '这个编码留给系统预设的角色，请换一个' });
          await lockRights(tx);
          await requireDataScope(tx, userType, copyOf === undefined ? [] : [copyOf]);
          const from = copyOf === undefined ? undefined : await store.find(tx, copyOf);
          if (from && from.user_type !== userType)
            throw invalid({ field: 'userType', msg: '复制的角色与原角色的用户类型必须相同' });
          const id = newId();
          const now = clock.now();
          const copiedDataScope = from && (await dataScopesOf(tx, [from.id])).get(from.id);
          const reached = await dataScopes.requireValidScope(tx, userType, {
            // The role has the limited scope of its creator by default.
            dsType:
              dsType ??
              copiedDataScope?.dsType ??
              (userType === 'regulator' && (await dataScopes.ownOf(tx, scope)) !== 'all' ? 'below' : 'all'),
            codes: regionCodes ?? copiedDataScope?.codes ?? [],
          });
          await dataScopes.requireOwnScope(tx, userType, reached);
          await store.insert(tx, {
            tenant_id: scope.tenantId,
            id,
            code: roleCode ?? `ROLE_${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
            name: roleName,
            description: roleDesc ?? null,
            user_type: userType,
            seeded: null,
            data_scope: dataScope[reached.dsType],
            created_at: now,
            updated_at: now,
          });
          await chooseRegions(tx, id, reached.codes);
          const copied = from ? ((await rights.rolesBy(tx, [from.id]))[0]?.permits ?? []) : [];
          await changePermits(tx, id, { added: copied, removed: [], granted: true });
          await audit.record(tx, {
            call: 'access.roleCreate',
            objectType: 'role',
            objectId: id,
            changes: [
              { field: 'roleName', before: null, after: roleName },
              { field: 'userType', before: null, after: userType },
              { field: 'dsType', before: null, after: await dataScopes.wordsOf(tx, reached) },
              ...(copied.length > 0 ? [{ field: 'permits', before: [], after: named(copied) }] : []),
            ],
          });
          return { id, version: 1 };
        }),
      ),
    roleUpdate: (scope: Scope, { id, version, roleName, roleDesc, dsType, regionCodes }: RolePatch) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRole(tx, id, version);
        const before = (await dataScopesOf(tx, [id])).get(id) ?? { dsType: 'chosen' as const, codes: [] };
        const after =
          dsType === undefined && regionCodes === undefined
            ? before
            : await dataScopes.requireValidScope(tx, row.user_type, {
                dsType: dsType ?? before.dsType,
                codes: regionCodes ?? before.codes,
              });
        const [saidBefore, saidAfter] = [await dataScopes.wordsOf(tx, before), await dataScopes.wordsOf(tx, after)];
        const dataScopeChanged = saidBefore !== saidAfter;
        const holders = dataScopeChanged && row.user_type === 'regulator' ? await holdersOf(tx, id) : [];
        if (dataScopeChanged) {
          await dataScopes.requireOwnScope(tx, row.user_type, after);
          await dataScopes.requireWithinScope(tx, scope, holders);
          await chooseRegions(tx, id, after.codes);
        }
        const changes = [
          { field: 'dsType', before: saidBefore, after: saidAfter },
          { field: 'roleName', before: row.name, after: roleName ?? row.name },
          { field: 'roleDesc', before: row.description, after: roleDesc === undefined ? row.description : roleDesc },
        ].filter(({ before, after }) => before !== after);
        const saved = await store.update(tx, id, {
          ...(roleName === undefined ? {} : { name: roleName }),
          ...(roleDesc === undefined ? {} : { description: roleDesc }),
          ...(dataScopeChanged ? { data_scope: dataScope[after.dsType] } : {}),
          updated_at: clock.now(),
        });
        if (dataScopeChanged) {
          await dataScopes.requireWithinScope(tx, scope, holders);
          everybody(tx);
        }
        await audit.record(tx, { call: 'access.roleUpdate', objectType: 'role', objectId: id, changes });
        return { id, version: saved.version };
      }),
    roleRemove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRole(tx, id, version);
        if (row.preset) throw new AppError('invalid', '系统预设的角色不能删除');
        const members = (await store.membersOf(tx, [id])).get(id) ?? 0;
        if (members > 0) throw new AppError('invalid', `角色还有 ${members} 人持有，不能删除`);
        const permits = await permitsOf(tx, id);
        await store.remove(tx, id);
        await audit.record(tx, {
          call: 'access.roleRemove',
          objectType: 'role',
          objectId: id,
          note: row.name,
          changes: [
            { field: 'roleName', before: row.name, after: null },
            { field: 'permits', before: named(permits), after: [] },
          ],
        });
        return { id, version: row.version };
      }),
    roleMenu: (
      scope: Scope,
      { roleId, menuIds, version }: { roleId: string; menuIds: string[]; version?: number | undefined },
    ) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRole(tx, roleId, version);
        const byId = new Map((await menuRows(tx)).map((entry) => [entry.id, entry.permission]));
        if (menuIds.some((id) => !byId.has(id))) throw invalid({ field: 'menuIds', msg: '菜单已变化，请刷新后重试' });
        const selectedPermits = new Set(menuIds.flatMap((id) => byId.get(id) ?? []).filter(isPermit));
        if ([...selectedPermits].some((permit) => !mayHold(row.user_type, permit)))
          throw invalid({
            field: 'menuIds',
            msg: '角色、菜单、租户的管理权限，企业导入、导出和审核，修改风险规则和发布公告的权限只能给监管人员',
          });
        const may = await rights.grantable(tx, scope, row.user_type);
        const lacking = [...selectedPermits].filter((permit) => !may.has(permit));
        if (lacking.length > 0) throw new AppError('denied', `不能授予自己没有的权限：${named(lacking).join('、')}`);
        const before = await permitsOf(tx, roleId);
        const [visible] = await rights.rolesBy(tx, [roleId]);
        // The form shows only permits in the plan of the tenant. Other permits have no effect now and stay in the role.
        const removed = (visible?.permits ?? []).filter((permit) => isPermit(permit) && !selectedPermits.has(permit));
        const added = [...selectedPermits].filter((permit) => !before.includes(permit));
        // A change of permits affects every holder of the role, in every region.
        const changes = row.user_type === 'regulator' && added.length + removed.length > 0;
        if (changes && (await dataScopes.rolesHeldOutsideScope(tx, [roleId])).size > 0)
          throw new AppError('denied', '持有该角色的人员中，有人的数据范围超出了您自己的数据范围，不能修改角色权限');
        await changePermits(tx, roleId, { added, removed, granted: true });
        if (added.length > 0) await rights.requireSeparateDuties(tx, await holdersOf(tx, roleId));
        await rights.keepLastHolder(tx);
        const saved = await store.update(tx, roleId, { updated_at: clock.now(), to_review: [] });
        const after = [...before.filter((permit) => !removed.some((gone) => gone === permit)), ...added];
        await audit.record(tx, {
          call: 'access.roleMenu',
          objectType: 'role',
          objectId: roleId,
          note: row.name,
          changes: [{ field: 'permits', before: named(before), after: named(after) }],
        });
        everybody(tx);
        return { id: roleId, version: saved.version };
      }),
  };
}
