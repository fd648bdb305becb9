import type { Permit } from '@anlan/contract/permits';
import type { UserType } from '@anlan/contract/domain/session';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk.ts';
import type { Tx } from '#platform/db/index.ts';

const regulator: Permit[] = [
  'bus:enterprise:index',
  'bus:enterprise:get',
  'bus:enterprise:add',
  'bus:enterprise:edit',
  'bus:enterprise:del',
  'bus:enterprise:import',
  'bus:enterprise:export',
  'bus:enterprise:audit',
  'bus:enterprise:suspend',
  'bus:station:index',
  'bus:station:add',
  'bus:station:edit',
  'bus:station:del',
  'bus:station:export',
  'sys:user:index',
  'sys:organ:index',
];
const staff: Permit[] = [
  'bus:enterprise:index',
  'bus:enterprise:get',
  'bus:enterprise:edit',
  'bus:enterprise:logo',
  'bus:enterprise:pay',
  'bus:station:index',
  'bus:station:add',
  'bus:station:edit',
  'bus:station:del',
];

const roles: Record<string, { name: string; permits: Permit[] }> = {
  ROLE_ADMIN: {
    name: '平台管理员',
    permits: ['sys:user:index', 'sys:organ:index', 'sys:tenant:index', 'sys:log:index', 'sys:openapi:get'],
  },
  ROLE_TENANT_ADMIN: {
    name: '租户管理员',
    permits: [
      ...regulator,
      'sys:log:index',
      'sys:log:del',
      'sys:region:index',
      'sys:region:add',
      'sys:region:edit',
      'sys:region:del',
    ],
  },
  ROLE_REGULATOR: { name: '监管人员', permits: regulator },
  ROLE_ENT_ADMIN: {
    name: '企业管理员',
    permits: [...staff, 'bus:enterprise:submit', 'bus:enterprise:suspend'],
  },
  ROLE_ENT_STAFF: { name: '企业员工', permits: staff },
  ROLE_SHOP: { name: '店铺用户', permits: [] },
};

/** Puts the preset roles in place and gives accounts theirs. */
export async function seedRoles(tx: Tx, given: { userId: string; role: string }[]) {
  const tenant_id = tx.scope.tenantId;
  const codes = Object.keys(roles).filter((code) => (code === 'ROLE_ADMIN') === (tenant_id === '0'));
  const ids = new Map(codes.map((code) => [code, newId()]));
  await insertAll(
    tx,
    'role',
    codes.map((code) => ({ tenant_id, id: ids.get(code), code, name: roles[code]?.name ?? code })),
  );
  await insertAll(
    tx,
    'role_permit',
    codes.flatMap((code) =>
      (roles[code]?.permits ?? []).map((permit) => ({ tenant_id, role_id: ids.get(code), permit })),
    ),
  );
  await insertAll(
    tx,
    'user_role',
    given.map(({ userId, role }) => ({ tenant_id, user_id: userId, role_id: ids.get(role) })),
  );
}

interface SeedEntry {
  name: string;
  pinyin: string;
  icon: string;
  path?: string;
  component?: string;
  permission?: Permit;
  userTypes?: UserType[];
  group?: string[];
  children?: SeedEntry[];
}

// An entry stands here only when its page exists.
const menu: SeedEntry[] = [
  {
    name: '工作台',
    pinyin: 'gzt',
    icon: 'home',
    children: [{ name: '首页', pinyin: 'sy', icon: 'home', path: '/wel/index', component: 'home/index' }],
  },
  {
    name: '企业',
    pinyin: 'qy',
    icon: 'building',
    children: [
      {
        name: '企业管理',
        pinyin: 'qygl',
        icon: 'building',
        path: '/bus/enterprise/index',
        component: 'enterprise/list',
        permission: 'bus:enterprise:index',
        userTypes: ['regulator'],
        group: ['/bus/enterprise/dossier', '/bus/enterprise/duplicates'],
      },
      {
        name: '企业地图',
        pinyin: 'qydt',
        icon: 'map',
        path: '/bus/enterprise/map',
        component: 'enterprise/map',
        permission: 'bus:enterprise:index',
        userTypes: ['regulator'],
      },
      {
        name: '本企业信息',
        pinyin: 'bqyxx',
        icon: 'file',
        path: '/bus/enterprise/mine',
        component: 'enterprise/mine',
        permission: 'bus:enterprise:get',
        userTypes: ['enterprise'],
      },
      {
        name: '站点管理',
        pinyin: 'zdgl',
        icon: 'place',
        path: '/bus/station/index',
        component: 'station/list',
        permission: 'bus:station:index',
      },
    ],
  },
  {
    name: '系统',
    pinyin: 'xt',
    icon: 'settings',
    children: [
      {
        name: '行政区划',
        pinyin: 'xzqh',
        icon: 'place',
        path: '/upms/region/index',
        component: 'dictionary/regions',
        permission: 'sys:region:index',
      },
      {
        name: '日志',
        pinyin: 'rz',
        icon: 'clock',
        path: '/upms/log/index',
        component: 'audit/log',
        permission: 'sys:log:index',
      },
    ],
  },
];

/** Puts the menu in place. */
export async function seedMenu(tx: Tx) {
  const rows: object[] = [];
  const add = (entries: SeedEntry[], parentId: string | null) =>
    entries.forEach((entry, index) => {
      const id = newId();
      rows.push({
        tenant_id: tx.scope.tenantId,
        id,
        parent_id: parentId,
        name: entry.name,
        path: entry.path ?? '',
        component: entry.component ?? null,
        icon: entry.icon,
        type: '0',
        permission: entry.permission ?? null,
        sort: (index + 1) * 10,
        keep_alive: true,
        page_group: entry.group ?? [],
        query: {},
        red_dot: null,
        pinyin: entry.pinyin,
        roles: [],
        user_types: entry.userTypes ?? [],
      });
      add(entry.children ?? [], id);
    });
  add(menu, null);
  await insertAll(tx, 'menu', rows);
}
