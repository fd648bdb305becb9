// Reports, with their menu entry and what the preset roles may.
import type { Declared } from '../../declared.ts';
import { reportCalls } from './calls.ts';
import { report } from './resource.ts';

/** Safety reports of months, statistics of dangers of quarters and years. */
export const reportDeclared: readonly Declared[] = [
  {
    resource: report,
    calls: reportCalls,
    menu: {
      under: '企业',
      name: '安全月报',
      pinyin: 'aqyb anquanyuebao',
      icon: 'file',
      component: 'report/list',
      path: '/bus/report',
    },
    // That only the head signs is said by the rules of the module, beside these.
    roles: {
      regulator: ['index', 'export', 'audit'],
      enterprise: ['index'],
      management: ['index', 'add', 'edit', 'del', 'export', 'submit'],
    },
  },
];
