// The mall: shops and their goods, with their menu entries and what the preset roles may.
import { goodsCalls } from '../goods/calls.ts';
import { goods } from '../goods/resource.ts';
import { pageDesignCalls } from '../page-design/calls.ts';
import { pageDesign } from '../page-design/resource.ts';
import type { Declared } from '../../declared.ts';
import { shopCalls } from './calls.ts';
import { shop } from './resource.ts';

/** What belongs to the mall. */
export const mallDeclared: readonly Declared[] = [
  {
    resource: shop,
    calls: shopCalls,
    menu: {
      under: '商城',
      name: '店铺管理',
      pinyin: 'dpgl dianpuguanli',
      icon: 'home',
      component: 'shop/list',
      path: '/mall/shopinfo/index',
      userTypes: ['regulator', 'shop'],
    },
    roles: { regulator: ['index', 'add', 'edit', 'del', 'export', 'audit'], shop: ['index', 'edit'] },
  },
  {
    resource: goods,
    calls: goodsCalls,
    menu: {
      under: '商城',
      name: '商品管理',
      pinyin: 'spgl shangpinguanli',
      icon: 'folder',
      component: 'goods/list',
      path: '/mall/goods/index',
      userTypes: ['regulator', 'shop'],
    },
    roles: { regulator: ['index', 'add', 'edit', 'del', 'export'], shop: ['index', 'add', 'edit', 'del', 'export'] },
  },
  {
    resource: pageDesign,
    calls: pageDesignCalls,
    menu: {
      under: '商城',
      name: '页面装修',
      pinyin: 'ymzx yemianzhuangxiu',
      icon: 'palette',
      component: 'pageDesign/list',
      path: '/mall/pagedevise/index',
      userTypes: ['regulator', 'shop', 'platform'],
    },
    roles: {
      regulator: ['index', 'add', 'edit', 'del', 'export', 'publish'],
      shop: ['index', 'add', 'edit', 'del', 'export', 'publish'],
      platform: ['index', 'add', 'edit', 'del', 'export', 'publish'],
    },
  },
];
