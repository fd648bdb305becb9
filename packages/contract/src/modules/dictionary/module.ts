// What this module adds to the product: permits, call names, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { regionListing } from './listing.ts';

export const permits = {
  'sys:region:index': '行政区划-查看列表',
  'sys:region:add': '行政区划-新增',
  'sys:region:edit': '行政区划-编辑',
  'sys:region:del': '行政区划-删除',
  'sys:dict:index': '字典-查看列表',
  'sys:dict:add': '字典-新增',
  'sys:dict:edit': '字典-编辑',
  'sys:dict:del': '字典-删除',
  'sys:dictitem:add': '字典项-新增',
  'sys:dictitem:edit': '字典项-编辑',
  'sys:dictitem:del': '字典项-删除',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'dictionary.create': '新增字典',
  'dictionary.update': '修改字典',
  'dictionary.remove': '删除字典',
  'dictionary.itemCreate': '新增字典项',
  'dictionary.itemUpdate': '修改字典项',
  'dictionary.itemSort': '排列字典项',
  'dictionary.itemRemove': '删除字典项',
  'dictionary.regionCreate': '新增街道或网格',
  'dictionary.regionUpdate': '修改街道或网格',
  'dictionary.regionRemove': '删除街道或网格',
};

export const listings = [regionListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 60,
    name: '行政区划',
    pinyin: 'xzqh xingzhengquhua',
    icon: 'place',
    path: '/upms/region/index',
    component: 'dictionary/regions',
    permission: 'sys:region:index',
  },
  {
    under: '系统',
    sort: 70,
    name: '字典',
    pinyin: 'zd zidian',
    icon: 'book',
    path: '/upms/dict/index',
    component: 'dictionary/types',
    permission: 'sys:dict:index',
    stems: ['sys:dictitem'],
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:dictitem',
    ['add', 'edit', 'del'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'keeps the entries of dictionaries',
  ),
  duty(
    'sys:dict',
    ['add', 'edit', 'del'],
    ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'keeps the dictionaries of all tenants',
  ),
  duty(
    'sys:dict',
    ['index'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'REGULATOR', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'reads dictionaries',
  ),
  duty(
    'sys:region',
    ['index', 'add', 'edit', 'del'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'keeps streets and grids of the unit',
  ),
];
