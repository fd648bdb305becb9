// What this module adds to the product: permits, call names, menu entries, preset rights.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';
import { educationMeasures } from './measures.ts';

export const permits = {
  'bus:dailyeducationreport:index': '教育月报-查看',
  'bus:dailyeducationreport:export': '教育月报-导出与打印',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { 'educationReport.export': '导出教育月报' };

export const measures = Object.values(educationMeasures);

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

export const duties: readonly Duty[] = [
  duty(
    'bus:dailyeducationreport',
    ['index', 'export'],
    roles.authorityAndSafety,
    'reads the monthly report of education',
  ),
];
