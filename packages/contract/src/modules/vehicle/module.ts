// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { vehicleCalls } from './calls.ts';
import { vehicleMeasures } from './measures.ts';
import { vehicle } from './resource.ts';

export const permits = permitsOf('bus:vehicle', '车辆', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('vehicle', '车辆', {
  renew: '续办车辆证照',
  stop: '车辆停运',
  repair: '车辆送修',
  operate: '车辆恢复营运',
  scrap: '车辆报废',
  transferOut: '车辆转出',
});

export const resources: readonly Declared[] = [
  {
    resource: vehicle,
    calls: vehicleCalls,
    menu: { under: '企业', sort: 80, name: '车辆', pinyin: 'cl cheliang', icon: 'place' },
  },
];

export const measures = Object.values(vehicleMeasures);

export const duties: readonly Duty[] = [
  duty('bus:vehicle', ['add', 'edit', 'del', 'import'], roles.safety, 'keeps the register of vehicles'),
  duty('bus:vehicle', ['export'], roles.authorityAndSafety, 'exports the register'),
  duty('bus:vehicle', ['index'], roles.all, 'sees which vehicles may go'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when vehicles are entered, changed or moved. */
    'vehicle.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
