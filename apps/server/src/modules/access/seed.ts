import type { Permit } from '@anlan/contract/permits';
import type { Tx } from '#platform/db/index.ts';
import { entriesOf, type SeedEntry, type SeedRole } from './renewal/rules.ts';
import { renewMenu, renewRoles } from './renewal/service.ts';
import { giveRole } from './rights/store.ts';

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
  'sys:organ:index',
  'sys:dict:index',
  'sys:reveal:phone',
];
const people: Permit[] = [
  'sys:user:index',
  'sys:user:add',
  'sys:user:edit',
  'sys:user:del',
  'sys:user:password',
  'sys:user:import',
  'sys:user:export',
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

const roles: Record<string, SeedRole> = {
  ROLE_ADMIN: {
    name: '平台管理员',
    userType: 'platform',
    permits: [
      ...people,
      'sys:organ:index',
      'sys:organ:add',
      'sys:organ:edit',
      'sys:organ:del',
      'sys:tenant:index',
      'sys:tenant:add',
      'sys:tenant:edit',
      'sys:tenant:del',
      'sys:tenant:enter',
      'sys:dict:index',
      'sys:dict:add',
      'sys:dict:edit',
      'sys:dict:del',
      'sys:dictitem:add',
      'sys:dictitem:edit',
      'sys:dictitem:del',
      'sys:role:index',
      'sys:role:add',
      'sys:role:edit',
      'sys:role:del',
      'sys:role:perm',
      'sys:menu:index',
      'sys:menu:add',
      'sys:menu:edit',
      'sys:menu:del',
      'sys:log:index',
      'sys:log:export',
      'sys:token:index',
      'sys:token:del',
      'sys:openapi:get',
    ],
  },
  ROLE_TENANT_ADMIN: {
    name: '租户管理员',
    userType: 'regulator',
    permits: [
      ...regulator,
      ...people,
      'sys:role:index',
      'sys:role:add',
      'sys:role:edit',
      'sys:role:del',
      'sys:role:perm',
      'sys:organ:add',
      'sys:organ:edit',
      'sys:organ:del',
      'sys:log:index',
      'sys:log:del',
      'sys:log:export',
      'sys:token:index',
      'sys:token:del',
      'sys:region:index',
      'sys:region:add',
      'sys:region:edit',
      'sys:region:del',
      'sys:dictitem:add',
      'sys:dictitem:edit',
      'sys:dictitem:del',
      'sys:entry:allow',
    ],
  },
  ROLE_REGULATOR: { name: '监管人员', userType: 'regulator', permits: regulator },
  ROLE_ENT_ADMIN: {
    name: '企业管理员',
    userType: 'enterprise',
    permits: [
      ...staff,
      ...people.filter((permit) => permit !== 'sys:user:import'),
      'bus:enterprise:submit',
      'bus:enterprise:suspend',
    ],
  },
  ROLE_ENT_STAFF: { name: '企业员工', userType: 'enterprise', permits: staff },
  ROLE_SHOP: { name: '店铺用户', userType: 'shop', permits: [] },
};

/** Puts the preset roles in place and gives accounts theirs. */
export async function seedRoles(tx: Tx, given: { userId: string; role: string }[]) {
  await renewRoles(tx, roles);
  for (const { userId, role } of given) await giveRole(tx, userId, role);
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
        name: '角色',
        pinyin: 'js',
        icon: 'key',
        path: '/upms/role/index',
        component: 'access/roles',
        permission: 'sys:role:index',
      },
      {
        name: '菜单',
        pinyin: 'cd',
        icon: 'list',
        path: '/upms/menu/index',
        component: 'access/menus',
        permission: 'sys:menu:index',
      },
      {
        name: '机构',
        pinyin: 'jg',
        icon: 'tenant',
        path: '/upms/organ/index',
        component: 'organ/tree',
        permission: 'sys:organ:edit',
      },
      {
        name: '行政区划',
        pinyin: 'xzqh',
        icon: 'place',
        path: '/upms/region/index',
        component: 'dictionary/regions',
        permission: 'sys:region:index',
      },
      {
        name: '字典',
        pinyin: 'zd',
        icon: 'book',
        path: '/upms/dict/index',
        component: 'dictionary/types',
        permission: 'sys:dict:index',
      },
      {
        name: '租户',
        pinyin: 'zh',
        icon: 'building',
        path: '/upms/tenant/index',
        component: 'tenant/list',
        permission: 'sys:tenant:index',
        userTypes: ['platform'],
      },
      {
        name: '日志',
        pinyin: 'rz',
        icon: 'clock',
        path: '/upms/log/index',
        component: 'audit/log',
        permission: 'sys:log:index',
      },
      {
        name: '在线用户',
        pinyin: 'zxyh',
        icon: 'user',
        path: '/upms/token/index',
        component: 'session-own/online',
        permission: 'sys:token:index',
      },
    ],
  },
];

/** Puts the menu in place, or what a new release changes of it; answers how many entries it wrote. */
export const seedMenu = (tx: Tx): Promise<number> => renewMenu(tx, entriesOf(menu));
/** Gives the preset roles what a new release adds to them; answers how many roles it wrote. */
export const renewPresets = (tx: Tx): Promise<number> => renewRoles(tx, roles);
