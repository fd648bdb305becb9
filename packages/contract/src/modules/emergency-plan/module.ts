// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { emergencyPlanCalls } from './calls.ts';
import { emergencyPlan } from './resource.ts';

export const permits = permitsOf('bus:emergencyplan', '应急预案');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('emergencyPlan', '应急预案', {
  publish: '发布应急预案',
  file: '登记预案备案',
  assess: '登记预案评估',
  revise: '修订应急预案',
  withdraw: '废止应急预案',
});

export const resources: readonly Declared[] = [
  {
    resource: emergencyPlan,
    calls: emergencyPlanCalls,
    menu: { under: '企业', sort: 150, name: '应急预案', pinyin: 'yjya yingjiyuan', icon: 'file' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:emergencyplan', ['add', 'edit', 'del'], roles.safety, 'writes the emergency plans of the enterprise'),
  duty('bus:emergencyplan', ['export'], roles.authorityAndSafety, 'files emergency plans'),
  duty('bus:emergencyplan', ['index'], roles.all, 'knows what to do in an emergency'),
];
