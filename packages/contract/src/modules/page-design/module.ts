// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { pageDesignCalls } from './calls.ts';
import { pageDesign } from './resource.ts';

export const permits = permitsOf('mall:pagedevise', '页面装修', { publish: '发布' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('pageDesign', '商城页面'),
  'pageDesign.saveDraft': '保存页面草稿',
  'pageDesign.publish': '发布商城页面',
  'pageDesign.unschedule': '取消定时发布',
  'pageDesign.rollBack': '恢复商城页面的旧版本',
  'pageDesign.look': '打开页面设计器',
  'pageDesign.preview': '生成页面预览链接',
};

export const resources: readonly Declared[] = [
  {
    resource: pageDesign,
    calls: pageDesignCalls,
    menu: {
      under: '商城',
      sort: 30,
      name: '页面装修',
      pinyin: 'ymzx yemianzhuangxiu',
      icon: 'palette',
      path: '/mall/pagedevise/index',
      userTypes: ['regulator', 'shop', 'platform'],
    },
  },
];

export const screens = ['/mall/config/decorate/home/page/addPage', '/mall/config/decorate/home/page/addPageShop'];

export const duties: readonly Duty[] = [
  duty(
    'mall:pagedevise',
    ['index', 'add', 'edit', 'del', 'export', 'publish'],
    ['TENANT_ADMIN', 'REGULATOR', 'SHOP', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'designs pages: shops their own, regulators and the platform theirs',
  ),
];
