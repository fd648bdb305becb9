// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { impactAssessmentCalls } from './calls.ts';
import { impactAssessment } from './resource.ts';

export const permits = permitsOf('sys:assessment', '影响评估');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('impactAssessment', '个人信息保护影响评估');

export const resources: readonly Declared[] = [
  {
    resource: impactAssessment,
    calls: impactAssessmentCalls,
    menu: {
      under: '系统',
      sort: 140,
      name: '影响评估',
      pinyin: 'yxpg yingxiangpinggu',
      icon: 'shield',
      path: '/upms/assessment/index',
      userTypes: ['regulator'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:assessment',
    ['index', 'add', 'edit', 'del', 'export'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'keeps impact assessments of personal data (PIPL, article 55)',
  ),
];
