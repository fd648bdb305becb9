// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { drillCalls } from './calls.ts';
import { drill } from './resource.ts';

export const permits = permitsOf('bus:drill', '应急演练');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('drill', '应急演练', { hold: '登记演练', evaluate: '评估演练', cancel: '取消演练' });

export const resources: readonly Declared[] = [
  {
    resource: drill,
    calls: drillCalls,
    menu: { under: '企业', sort: 160, name: '应急演练', pinyin: 'yjyl yingjiyanlian', icon: 'check' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:drill', ['add', 'edit', 'del'], roles.safety, 'plans and records drills'),
  duty('bus:drill', ['export'], roles.authorityAndSafety, 'proves that drills took place'),
  duty('bus:drill', ['index'], roles.all, 'knows the drills that they take part in'),
];
