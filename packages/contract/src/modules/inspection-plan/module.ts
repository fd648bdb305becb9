// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { inspectionPlanCalls } from './calls.ts';
import { inspectionPlanMeasures } from './measures.ts';
import { inspectionPlan } from './resource.ts';

export const permits = permitsOf('bus:inspectplan', '检查计划');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('inspectionPlan', '检查计划', { start: '按计划开始检查' });

export const measures = Object.values(inspectionPlanMeasures);

export const resources: readonly Declared[] = [
  {
    resource: inspectionPlan,
    calls: inspectionPlanCalls,
    menu: {
      under: '双重预防',
      sort: 80,
      name: '检查计划',
      pinyin: 'jcjh jianchajihua',
      icon: 'calendar',
      userTypes: ['regulator'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:inspectplan',
    ['index', 'add', 'edit', 'del', 'export'],
    roles.authority,
    'plans the inspections of a year (Law on work safety, article 62)',
  ),
];
