// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { accidentCalls } from './calls.ts';
import { accidentMeasures } from './measures.ts';
import { accident } from './resource.ts';

export const permits = permitsOf('bus:accident', '事故', { investigate: '调查与结案', reopen: '重新调查' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('accident', '事故', {
  investigate: '开始事故调查',
  cause: '登记事故原因',
  liability: '登记责任人员处理',
  measures: '登记事故整改措施',
  education: '登记事故教育',
  close: '事故结案',
  reopen: '重新调查事故',
});

export const resources: readonly Declared[] = [
  {
    resource: accident,
    calls: accidentCalls,
    menu: { under: '企业', sort: 180, name: '事故', pinyin: 'sg shigu', icon: 'alert' },
  },
];

export const measures = Object.values(accidentMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:accident',
    ['add', 'edit', 'del'],
    roles.safety,
    'the enterprise reports its accidents and near misses (Regulations on reporting accidents)',
  ),
  duty('bus:accident', ['reopen'], roles.authority, 'the authority has a closed case investigated again'),
  duty(
    'bus:accident',
    ['export', 'investigate'],
    roles.authorityAndSafety,
    'investigates and closes a case; the rules of the module say who handles which grade',
  ),
  duty('bus:accident', ['index'], roles.all, 'everybody learns from accidents of their enterprise'),
];

declare module '../../kit/module.ts' {
  interface Events {
    'accident.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
