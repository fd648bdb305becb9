// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { goodsMeasures } from './measures.ts';
import { goodsCalls } from './calls.ts';
import { goods } from './resource.ts';

export const permits = permitsOf('mall:goods', '商品');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('goods', '商品');

export const resources: readonly Declared[] = [
  {
    resource: goods,
    calls: goodsCalls,
    menu: {
      under: '商城',
      sort: 20,
      name: '商品管理',
      pinyin: 'spgl shangpinguanli',
      icon: 'folder',
      path: '/mall/goods/index',
      userTypes: ['regulator', 'shop'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'mall:goods',
    ['index', 'add', 'edit', 'del', 'export'],
    ['TENANT_ADMIN', 'REGULATOR', 'SHOP'],
    'keeps goods: shops their own, regulators those of all shops',
  ),
];

export const measures = Object.values(goodsMeasures);
