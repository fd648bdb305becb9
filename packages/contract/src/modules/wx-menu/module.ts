// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

/** Its permits and their labels. */
export const permits = {
  'wxmp:wxmenu:index': '公众号菜单-查看',
  'wxmp:wxmenu:edit': '公众号菜单-编辑和发布',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = {
  'wxMenu.save': '保存公众号菜单',
  'wxMenu.publish': '发布公众号菜单',
  'wxMenu.remove': '停用公众号菜单',
};

/** Menu entries of its other pages. */
export const menu: readonly MenuEntry[] = [
  {
    under: '公众号',
    sort: 40,
    name: '自定义菜单',
    pinyin: 'zdycd zidingyicaidan',
    icon: 'menu',
    path: '/wxmp/wxmenu/index',
    component: 'wxMenu/edit',
    permission: 'wxmp:wxmenu:index',
    userTypes: ['regulator', 'enterprise'],
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'wxmp:wxmenu',
    ['index', 'edit'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'keeps the menu of the public account',
  ),
];
