// What this module adds to the product: permits, call names, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { roleListing } from './listing.ts';

export const permits = {
  'sys:role:index': '角色-查看列表',
  'sys:role:add': '角色-新增',
  'sys:role:edit': '角色-编辑',
  'sys:role:del': '角色-删除',
  'sys:role:perm': '角色-分配权限',
  'sys:role:delegate': '角色-代为授权',
  'sys:menu:index': '菜单-查看列表',
  'sys:menu:add': '菜单-新增',
  'sys:menu:edit': '菜单-编辑',
  'sys:menu:del': '菜单-删除',
  'sys:openapi:get': '接口文档-查看',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'access.roleCreate': '新增角色',
  'access.roleUpdate': '修改角色',
  'access.roleRemove': '删除角色',
  'access.roleMenu': '分配角色权限',
  'access.protect': '切换等级保护三级',
  'access.menuCreate': '新增菜单',
  'access.menuUpdate': '修改菜单',
  'access.menuOrder': '调整菜单位置',
  'access.menuRemove': '删除菜单',
  'access.rescue': '管理员应急恢复',
};

export const listings = [roleListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 30,
    name: '角色',
    pinyin: 'js juese',
    icon: 'key',
    path: '/upms/role/index',
    component: 'access/roles',
    permission: 'sys:role:index',
  },
  {
    under: '系统',
    sort: 40,
    name: '菜单',
    pinyin: 'cd caidan',
    icon: 'list',
    path: '/upms/menu/index',
    component: 'access/menus',
    permission: 'sys:menu:index',
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:menu',
    ['index', 'add', 'edit', 'del'],
    ['PLATFORM_SECURITY_ADMIN', 'PLATFORM_ADMIN'],
    'keeps the menu of all tenants',
  ),
  duty('sys:openapi', ['get'], ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'], 'reads the description of the interface'),
  duty(
    'sys:role',
    ['delegate'],
    ['SECURITY_ADMIN', 'PLATFORM_SECURITY_ADMIN'],
    'gives roles without holding their permits (three administrations)',
  ),
  duty(
    'sys:role',
    ['index', 'add', 'edit', 'del', 'perm'],
    ['SECURITY_ADMIN', 'TENANT_ADMIN', 'PLATFORM_SECURITY_ADMIN', 'PLATFORM_ADMIN'],
    'keeps roles',
  ),
];
