// What this module adds to the product: permits, call names, menu entries, preset rights.
import type { MenuEntry } from '../../kit/module.ts';

export const menu: readonly MenuEntry[] = [
  {
    under: '工作台',
    sort: 10,
    name: '首页',
    pinyin: 'sy shouye',
    icon: 'home',
    path: '/wel/index',
    component: 'home/index',
  },
];

export const screens = ['/', '/wel'];
