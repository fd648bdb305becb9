// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { vehicleDayCalls } from './calls.ts';
import { vehicleDay } from './resource.ts';

export const permits = permitsOf('bus:vehicleday', '车辆运行', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('vehicleDay', '车辆运行日');

export const resources: readonly Declared[] = [
  {
    resource: vehicleDay,
    calls: vehicleDayCalls,
    menu: { under: '企业', sort: 130, name: '车辆运行', pinyin: 'clyx cheliangyunxing', icon: 'list' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:vehicleday', ['add', 'edit', 'del', 'import'], roles.safety, 'enters daily reports of vehicles'),
  duty('bus:vehicleday', ['export'], roles.authorityAndSafety, 'takes daily reports along'),
  duty('bus:vehicleday', ['index'], roles.all, 'sees where vehicles were'),
];
