// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { shopCalls } from './calls.ts';
import { shopMeasures } from './measures.ts';
import { shop } from './resource.ts';

export const permits = permitsOf('mall:shopinfo', '店铺', { audit: '审核与开关店' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('shop', '店铺', {
  approve: '通过店铺入驻',
  reject: '驳回店铺入驻',
  close: '关闭店铺',
  reopen: '重新开店',
  apply: '申请店铺入驻',
  applyState: '查询店铺入驻进度',
  account: '开通店铺账号',
});

export const resources: readonly Declared[] = [
  {
    resource: shop,
    calls: shopCalls,
    menu: {
      under: '商城',
      sort: 10,
      name: '店铺管理',
      pinyin: 'dpgl dianpuguanli',
      icon: 'home',
      path: '/mall/shopinfo/index',
      userTypes: ['regulator', 'shop'],
    },
  },
];

export const measures = Object.values(shopMeasures);

export const duties: readonly Duty[] = [
  duty('mall:shopinfo', ['add', 'del', 'export', 'audit'], roles.authority, 'approves, opens and closes shops'),
  duty('mall:shopinfo', ['index', 'edit'], ['TENANT_ADMIN', 'REGULATOR', 'SHOP'], 'keeps the file of a shop'),
];
