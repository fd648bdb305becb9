// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = permitsOf('wxmp:wxmaterial', '素材', { get: '查看详情' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'wxMaterial.news': '新增图文素材',
  'wxMaterial.newsUpdate': '修改图文素材',
  'wxMaterial.upload': '上传素材',
  'wxMaterial.remove': '删除素材',
  'wxMaterial.publish': '发布图文',
  'wxMaterial.publicationCheck': '查询图文发布结果',
  'wxMaterial.withdraw': '撤回已发布的图文',
};

export const menu: readonly MenuEntry[] = [
  {
    under: '公众号',
    sort: 20,
    name: '素材',
    pinyin: 'sc sucai',
    icon: 'image',
    path: '/wxmp/wxmaterial/index',
    component: 'wxMaterial/list',
    permission: 'wxmp:wxmaterial:index',
    userTypes: ['regulator', 'enterprise'],
  },
];

export const duties: readonly Duty[] = [
  duty(
    'wxmp:wxmaterial',
    ['index', 'get', 'add', 'edit', 'del'],
    roles.authorityAndSafety,
    'prepares material for followers',
  ),
];
