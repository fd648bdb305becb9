// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

/** Its permits and their labels. */
export const permits = {
  'wxmp:wxuser:index': '粉丝-查看列表',
  'wxmp:wxuser:edit': '粉丝-编辑',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = {
  'wxFollower.update': '修改粉丝',
};

/** Menu entries of its other pages. */
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

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty('wxmp:wxuser', ['index', 'edit'], ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'], 'knows followers'),
];
