// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';
import { wxFollowerListing } from './listing.ts';

export const permits = { 'wxmp:wxuser:index': '粉丝-查看列表', 'wxmp:wxuser:edit': '粉丝-编辑' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { 'wxFollower.update': '修改粉丝' };

export const listings = [wxFollowerListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '公众号',
    sort: 30,
    name: '粉丝',
    pinyin: 'fs fensi',
    icon: 'users',
    path: '/wxmp/wxuser/index',
    component: 'wxFollower/list',
    permission: 'wxmp:wxuser:index',
    userTypes: ['regulator', 'enterprise'],
  },
];

export const duties: readonly Duty[] = [
  duty('wxmp:wxuser', ['index', 'edit'], roles.authorityAndSafety, 'sees and edits followers'),
];
