// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { shiftCalls } from './calls.ts';
import { shiftMeasures } from './measures.ts';
import { shift } from './resource.ts';

export const permits = permitsOf('bus:shift', '班次', { check: '核查与改派', depart: '发班与到站' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('shift', '班次', {
  look: '核查班次',
  talk: '登记班前会',
  check: '完成班次安检',
  assign: '改派班次',
  depart: '班次发班',
  arrive: '班次到站',
  cancel: '取消班次',
});

export const resources: readonly Declared[] = [
  {
    resource: shift,
    calls: shiftCalls,
    menu: { under: '企业', sort: 110, name: '班次', pinyin: 'bc banci', icon: 'calendar' },
  },
];

export const screens = ['/bus/shift/plan'];

export const measures = Object.values(shiftMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:shift',
    ['add', 'edit', 'del', 'check', 'depart'],
    roles.enterprise,
    'drives shifts; only dispatchers, by post, plan and change them',
  ),
  duty('bus:shift', ['export'], roles.authorityAndSafety, 'exports the plan of shifts'),
  duty('bus:shift', ['index'], roles.all, 'sees the shifts'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when shifts are planned, changed or moved. */
    'shift.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
