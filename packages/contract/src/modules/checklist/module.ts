// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
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
    menu: { under: '双重预防', sort: 90, name: '检查表', pinyin: 'jcb jianchabiao', icon: 'list' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:checklist', ['export'], roles.authority, 'exports check lists'),
  duty(
    'bus:checklist',
    ['add', 'edit', 'del'],
    roles.authorityAndSafety,
    'writes the check lists of the unit or the enterprise',
  ),
  duty('bus:checklist', ['index'], roles.all, 'uses them for checks'),
];
