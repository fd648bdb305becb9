// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = { 'wxmp:wxmenu:index': '公众号菜单-查看', 'wxmp:wxmenu:edit': '公众号菜单-编辑和发布' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'wxMenu.save': '保存公众号菜单',
  'wxMenu.publish': '发布公众号菜单',
  'wxMenu.remove': '停用公众号菜单',
};

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

export const duties: readonly Duty[] = [
  duty('wxmp:wxmenu', ['index', 'edit'], roles.authorityAndSafety, 'keeps the menu of the public account'),
];
