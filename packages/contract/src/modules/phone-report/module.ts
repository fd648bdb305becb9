// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { phoneReportCalls } from './calls.ts';
import { phoneReport } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:phonereport', '电话报告');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('phoneReport', '电话报告');

/** Its declared resources. */
export const resources: readonly Declared[] = [
  {
    resource: phoneReport,
    calls: phoneReportCalls,
    menu: {
      under: '企业',
      sort: 170,
      name: '电话报告',
      pinyin: 'dhbg dianhuabaogao',
      icon: 'list',
      component: 'phoneReport/list',
    },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:phonereport',
    ['index', 'add', 'del', 'edit', 'export'],
    ['TENANT_ADMIN', 'REGULATOR'],
    'who is on duty logs reports by telephone; enterprises see the time of receipt with their accident, never who called',
  ),
];
