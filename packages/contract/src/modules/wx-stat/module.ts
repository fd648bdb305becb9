// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import type { MenuEntry } from '../../kit/module.ts';

/** Menu entries of its other pages. */
export const menu: readonly MenuEntry[] = [
  {
    under: '公众号',
    sort: 50,
    name: '数据统计',
    pinyin: 'sjtj shujutongji',
    icon: 'chart',
    path: '/wxmp/wxstat/index',
    component: 'wxStat/list',
    permission: 'wxmp:wxuser:index',
    userTypes: ['regulator', 'enterprise'],
  },
];
