// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

/** Its permits and their labels. */
export const permits = {
  'bus:dailyeducationreport:index': '教育月报-查看',
  'bus:dailyeducationreport:export': '教育月报-打印',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Menu entries of its other pages. */
export const menu: readonly MenuEntry[] = [
  {
    under: '教育培训',
    sort: 20,
    name: '教育月报',
    pinyin: 'jyyb jiaoyuyuebao',
    icon: 'file',
    path: '/bus/dailyEducationReport',
    component: 'educationReport/list',
    permission: 'bus:dailyeducationreport:index',
    userTypes: ['regulator', 'enterprise'],
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:dailyeducationreport',
    ['index', 'export'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'reads the monthly report of education',
  ),
];
