// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { impactAssessmentCalls } from './calls.ts';
import { impactAssessment } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('sys:assessment', '影响评估');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('impactAssessment', '个人信息保护影响评估');

/** Its declared resources. */
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
      component: 'impactAssessment/list',
      path: '/upms/assessment/index',
      userTypes: ['regulator'],
    },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'sys:assessment',
    ['index', 'add', 'edit', 'del', 'export'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'keeps impact assessments of personal data (PIPL, article 55)',
  ),
];
