// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import type { MenuEntry } from '../../kit/module.ts';
import { wxStatMeasures } from './measures.ts';

export const measures = Object.values(wxStatMeasures);

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
