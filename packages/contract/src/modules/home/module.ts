// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import type { MenuEntry } from '../../kit/module.ts';

/** Menu entries of its other pages. */
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

/** Its pages that no menu entry opens. */
export const screens = ['/', '/wel'];
