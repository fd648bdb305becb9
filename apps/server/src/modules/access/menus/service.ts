import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import type { MenuInput, MenuNode, MenuOrder, MenuPatch } from '@anlan/contract/modules/access/menu';
import type { Change } from '@anlan/contract/domain/field-change';
import { parseExternalAddress } from '@anlan/contract/domain/external-frame';
import { isPermit } from '@anlan/contract/labels';
import { insideScreens } from '@anlan/contract/screens';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { readingsOf } from '#platform/pinyin/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { lockRenewal } from '../renewal/store.ts';
import type { RightsService } from '../rights/service.ts';
import { find as findRole } from '../roles/store.ts';
import { branch, depthBelow, depthMax, grantableTree, nodeOf, trailUp, visible, wholeTree } from './rules.ts';
import { insertMenu, menuRows, removeMenu, updateMenu, type MenuRow } from './store.ts';

export interface MenusDeps {
  db: Db;
  audit: Pick<AuditModule, 'record'>;
  tenants: Pick<TenantModule, 'bump'>;
  rights: Pick<RightsService, 'grantable' | 'rolesBy' | 'rightsOf'>;
  isOwnHost(tx: Tx, host: string): Promise<boolean>;
}

const screens: readonly string[] = insideScreens;
const columns = {
  parentId: 'parent_id',
  name: 'name',
  path: 'path',
  component: 'component',
  icon: 'icon',
  permission: 'permission',
  sort: 'sort',
  keepAlive: 'keep_alive',
  query: 'query',
  roles: 'roles',
  userTypes: 'user_types',
  hidden: 'hidden',
} as const;

function columnsOf(input: Partial<Record<keyof typeof columns, unknown>>): Partial<MenuRow> {
  const named = Object.entries(columns).flatMap(([field, column]) => {
    const value = Reflect.get(input, field);
    return value === undefined ? [] : [[column, value]];
  });
  return Object.fromEntries(named);
}

function changesOf(row: MenuRow | null, values: Partial<MenuRow>): Change[] {
  return Object.entries(columns).flatMap(([field, column]) => {
    const [before, after] = [row?.[column] ?? null, values[column]];
    return after === undefined || JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
}

export function createMenus({ db, audit, tenants, rights, isOwnHost }: MenusDeps) {
  /** Locks and returns the whole menu. Only the platform may change it (S32). */
  async function lockMenu(tx: Tx): Promise<MenuRow[]> {
    if (tx.scope.tenantId !== '0') throw new AppError('denied', '菜单由平台统一维护');
    await lockRenewal(tx);
    return menuRows(tx);
  }

  function requireRow(rows: MenuRow[], id: string, version: number | undefined): MenuRow {
    const row = rows.find((one) => one.id === id);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: nodeOf(row) });
    return row;
  }

  /** Throws if the parent is missing, is below the entry itself, or makes the menu too deep. */
  function requireValidParent(rows: MenuRow[], parentId: string | null, id: string | null, type: MenuRow['type']) {
    if (parentId === null) {
      if (type === '1') throw invalid({ field: 'parentId', msg: '按钮要放在页面下面' });
      return;
    }
    const parent = rows.find((row) => row.id === parentId);
    if (!parent || parent.type === '1') throw invalid({ field: 'parentId', msg: '没有这个上级菜单，请重新选择' });
    const trail = trailUp(rows, parentId);
    if (id !== null && trail.includes(id)) throw invalid({ field: 'parentId', msg: '不能移到自己的下级里' });
    if (type === '0' && trail.length + (id === null ? 1 : depthBelow(rows, id)) > depthMax)
      throw invalid({ field: 'parentId', msg: `菜单最多 ${depthMax} 级` });
  }

  async function pageAt(tx: Tx, rows: MenuRow[], path: string, component: string | null | undefined) {
    const foreign = parseExternalAddress(path);
    if (foreign) {
      if (component) throw invalid({ field: 'component', msg: '页面标识与路径不符' });
      if (await isOwnHost(tx, foreign.host)) throw invalid({ field: 'path', msg: '这是本平台的地址，请改选“页面”' });
      return { path: foreign.href, component: null, permission: null };
    }
    const page = rows.find((row) => row.key !== null && row.path === path);
    if (!page || !screens.includes(path)) throw invalid({ field: 'path', msg: '没有这个页面，请从列表中选择' });
    if (component !== undefined && component !== null && component !== page.component)
      throw invalid({ field: 'component', msg: '页面标识与路径不符' });
    return page;
  }

  function demandPermit(permission: string | null | undefined) {
    if (typeof permission === 'string' && !isPermit(permission))
      throw invalid({ field: 'permission', msg: '没有这个权限标识' });
  }

  return {
    menu: (scope: Scope): Promise<MenuEntry[]> =>
      db.scoped(scope, async (tx) =>
        branch(
          (await menuRows(tx)).filter((row) => row.type === '0' && visible(row, scope)),
          null,
        ),
      ),
    menuAllTree: (scope: Scope): Promise<MenuNode[]> => db.scoped(scope, async (tx) => wholeTree(await menuRows(tx))),
    menuTree: (scope: Scope, { roleId }: { roleId?: string | undefined }): Promise<MenuNode[]> =>
      db.scoped(scope, async (tx) => {
        const role = roleId === undefined ? undefined : await findRole(tx, roleId);
        if (roleId !== undefined && !role) throw new AppError('notFound');
        const may = role
          ? await rights.grantable(tx, scope, role.user_type)
          : new Set<string>((await rights.rightsOf(tx, scope.userId ?? '')).permits);
        return grantableTree(wholeTree(await menuRows(tx)), may);
      }),
    menuTreeByRoleId: (scope: Scope, { roleId }: { roleId: string }): Promise<string[]> =>
      db.scoped(scope, async (tx) => {
        if (!(await findRole(tx, roleId))) throw new AppError('notFound');
        const permits = new Set((await rights.rolesBy(tx, [roleId]))[0]?.permits);
        return (await menuRows(tx)).filter((row) => permits.has(row.permission ?? '')).map(({ id }) => id);
      }),
    menuCreate: (scope: Scope, { type = '0', ...input }: MenuInput) =>
      db.scoped(scope, async (tx) => {
        const rows = await lockMenu(tx);
        requireValidParent(rows, input.parentId ?? null, null, type);
        demandPermit(input.permission);
        const path = input.path ?? '';
        if (type === '1' && (path !== '' || !input.permission))
          throw invalid({ field: 'permission', msg: '按钮要有权限标识，没有路径' });
        const page = path === '' ? undefined : await pageAt(tx, rows, path, input.component);
        const siblings = rows.filter((row) => row.parent_id === (input.parentId ?? null));
        const id = newId();
        const values = columnsOf({ ...input, path: page?.path ?? '', component: page?.component ?? null });
        await insertMenu(tx, {
          tenant_id: scope.tenantId,
          id,
          parent_id: null,
          path,
          icon: null,
          permission: page?.permission ?? null,
          sort: Math.max(0, ...siblings.map(({ sort }) => sort)) + 10,
          keep_alive: true,
          page_group: [],
          red_dot: null,
          roles: [],
          user_types: [],
          hidden: false,
          key: null,
          seeded: null,
          component: null,
          ...values,
          name: input.name,
          query: input.query ?? {},
          type,
          pinyin: await readingsOf(input.name),
        });
        await tenants.bump(tx, 'menu');
        const changes = changesOf(null, values);
        await audit.record(tx, {
          call: 'access.menuCreate',
          objectType: 'menu',
          objectId: id,
          note: input.name,
          changes,
        });
        return { id, version: 1 };
      }),
    menuUpdate: (scope: Scope, { id, version, ...input }: MenuPatch) =>
      db.scoped(scope, async (tx) => {
        const rows = await lockMenu(tx);
        const row = requireRow(rows, id, version);
        if (input.parentId !== undefined) requireValidParent(rows, input.parentId, id, row.type);
        demandPermit(input.permission);
        const moved = input.path !== undefined && input.path !== row.path;
        if (row.key !== null && (moved || (input.component !== undefined && input.component !== row.component)))
          throw invalid({ field: 'path', msg: '系统自带的菜单不能更换页面' });
        if (row.type === '1' && (moved || (input.permission !== undefined && input.permission !== row.permission)))
          throw invalid({ field: 'permission', msg: '按钮的权限标识不能更换' });
        const page = moved && input.path ? await pageAt(tx, rows, input.path, input.component) : undefined;
        const values = columnsOf({
          ...input,
          ...(moved ? { path: page?.path ?? '', component: page?.component ?? null } : {}),
        });
        const changes = changesOf(row, values);
        const pinyin = input.name === undefined ? {} : { pinyin: await readingsOf(input.name) };
        const saved = await updateMenu(tx, id, { ...values, ...pinyin });
        await tenants.bump(tx, 'menu');
        await audit.record(tx, {
          call: 'access.menuUpdate',
          objectType: 'menu',
          objectId: id,
          note: row.name,
          changes,
        });
        return { id, version: saved.version };
      }),
    menuOrder: (scope: Scope, { parentId, ids }: MenuOrder): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const rows = await lockMenu(tx);
        const below = ids.map((id) => requireRow(rows, id, undefined));
        for (const row of below) requireValidParent(rows, parentId, row.id, row.type);
        const before = rows.filter((row) => row.parent_id === parentId).map(({ name }) => name);
        for (const [index, row] of below.entries()) {
          const sort = (index + 1) * 10;
          if (row.parent_id !== parentId || row.sort !== sort)
            await updateMenu(tx, row.id, { parent_id: parentId, sort });
        }
        await tenants.bump(tx, 'menu');
        await audit.record(tx, {
          call: 'access.menuOrder',
          objectType: 'menu',
          ...(parentId === null ? {} : { objectId: parentId }),
          changes: [{ field: 'children', before, after: below.map(({ name }) => name) }],
        });
        return null;
      }),
    menuRemove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const rows = await lockMenu(tx);
        const row = requireRow(rows, id, version);
        if (rows.some((one) => one.parent_id === id)) throw new AppError('invalid', '菜单含有下级不能删除');
        if (row.key !== null) throw new AppError('invalid', '系统自带的菜单不能删除，可以隐藏');
        await removeMenu(tx, id);
        await tenants.bump(tx, 'menu');
        const changes = changesOf(row, {}).concat({ field: 'name', before: row.name, after: null });
        await audit.record(tx, {
          call: 'access.menuRemove',
          objectType: 'menu',
          objectId: id,
          note: row.name,
          changes,
        });
        return { id, version: row.version };
      }),
  };
}
