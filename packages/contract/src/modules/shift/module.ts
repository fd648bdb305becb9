// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { shiftCalls } from './calls.ts';
import { shift } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:shift', '班次', { check: '核查与改派', depart: '发班与到站' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('shift', '班次', {
  look: '核查班次',
  talk: '登记班前会',
  check: '完成班次安检',
  assign: '改派班次',
  depart: '班次发班',
  arrive: '班次到站',
  cancel: '取消班次',
});

/** Its declared resources. */
export const resources: readonly Declared[] = [
  {
    resource: shift,
    calls: shiftCalls,
    menu: { under: '企业', sort: 110, name: '班次', pinyin: 'bc banci', icon: 'calendar', component: 'shift/list' },
  },
];

/** Its pages that no menu entry opens. */
export const screens = ['/bus/shift/plan'];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:shift',
    ['add', 'edit', 'del', 'check', 'depart'],
    ['ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'drives shifts; only dispatchers, by post, plan and change them',
  ),
  duty(
    'bus:shift',
    ['export'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'takes the plan of shifts along',
  ),
  duty(
    'bus:shift',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'sees the shifts',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Shifts were planned, changed or moved. */
    'shift.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
