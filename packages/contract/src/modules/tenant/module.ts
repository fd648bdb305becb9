// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { tenantMeasures } from './measures.ts';
import { tenantListing } from './listing.ts';

export const permits = {
  'sys:tenant:index': '租户-查看列表',
  'sys:tenant:add': '租户-新增',
  'sys:tenant:edit': '租户-编辑',
  'sys:tenant:del': '租户-删除',
  'sys:tenant:enter': '租户-进入',
  'sys:entry:allow': '平台人员-允许修改本单位数据',
  'sys:frame:index': '外部网站-查看列表',
  'sys:frame:edit': '外部网站-编辑',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'tenant.create': '新增租户',
  'tenant.update': '修改租户',
  'tenant.freeze': '停用租户',
  'tenant.thaw': '启用租户',
  'tenant.remove': '删除租户',
  'tenant.purge': '清除租户数据',
  'tenant.restore': '恢复租户',
  'tenant.logoUpload': '上传租户标志',
  'tenant.enter': '进入租户',
  'tenant.leave': '离开租户',
  'tenant.entered': '平台人员进入本单位',
  'tenant.left': '平台人员离开本单位',
  'tenant.allowEntry': '允许平台人员填写',
  'tenant.frameHostAdd': '允许外部网站',
  'tenant.frameHostRemove': '取消外部网站',
  'tenant.byPlatform': '平台修改本单位',
};

export const listings = [tenantListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 90,
    name: '外部网站',
    pinyin: 'wbwz waibuwangzhan',
    icon: 'outward',
    path: '/upms/frame/index',
    component: 'tenant/frames',
    permission: 'sys:frame:index',
  },
  {
    under: '系统',
    sort: 100,
    name: '租户',
    pinyin: 'zh zuhu',
    icon: 'building',
    path: '/upms/tenant/index',
    component: 'tenant/list',
    permission: 'sys:tenant:index',
    userTypes: ['platform'],
  },
];

export const duties: readonly Duty[] = [
  duty('sys:entry', ['allow'], ['SYSTEM_ADMIN', 'TENANT_ADMIN'], 'allows people of the platform to write in the unit'),
  duty(
    'sys:frame',
    ['index', 'edit'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'says which foreign sites may be shown inside a page',
  ),
  duty(
    'sys:tenant',
    ['index', 'add', 'edit', 'del', 'enter'],
    ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'manages tenants and enters them; the tenant sees it',
  ),
];

export const measures = Object.values(tenantMeasures);
