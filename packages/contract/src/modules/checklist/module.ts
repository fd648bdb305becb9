// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { checklistCalls } from './calls.ts';
import { checklist } from './resource.ts';

export const permits = permitsOf('bus:checklist', '检查表');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('checklist', '检查表', { copy: '复制检查表' });

export const resources: readonly Declared[] = [
  {
    resource: checklist,
    calls: checklistCalls,
    menu: {
      under: '双重预防',
      sort: 90,
      name: '检查表',
      pinyin: 'jcb jianchabiao',
      icon: 'list',
      component: 'checklist/list',
    },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:checklist', ['export'], ['TENANT_ADMIN', 'REGULATOR'], 'exports check lists'),
  duty(
    'bus:checklist',
    ['add', 'edit', 'del'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'writes the check lists of the unit or the enterprise',
  ),
  duty(
    'bus:checklist',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'uses them for checks',
  ),
];
