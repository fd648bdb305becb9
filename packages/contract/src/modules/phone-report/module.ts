// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { phoneReportCalls } from './calls.ts';
import { phoneReport } from './resource.ts';

export const permits = permitsOf('bus:phonereport', '电话报告');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('phoneReport', '电话报告');

export const resources: readonly Declared[] = [
  {
    resource: phoneReport,
    calls: phoneReportCalls,
    menu: { under: '企业', sort: 170, name: '电话报告', pinyin: 'dhbg dianhuabaogao', icon: 'list' },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:phonereport',
    ['index', 'add', 'del', 'edit', 'export'],
    roles.authority,
    'the person on duty records telephone reports; enterprises see the time of receipt with their accident, never who called',
  ),
];
