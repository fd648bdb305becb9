// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { vehicleAlarmCalls } from './calls.ts';
import { vehicleAlarm } from './resource.ts';

export const permits = permitsOf('bus:vehiclealarm', '动态监控报警', { import: '导入', handle: '处理' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('vehicleAlarm', '动态监控报警', { handle: '处理报警', dismiss: '报警记为误报' });

export const resources: readonly Declared[] = [
  {
    resource: vehicleAlarm,
    calls: vehicleAlarmCalls,
    menu: { under: '企业', sort: 140, name: '动态监控', pinyin: 'dtjk dongtaijiankong', icon: 'bell' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:vehiclealarm', ['add', 'edit', 'del', 'import'], roles.safety, 'enters alarms of vehicles'),
  duty(
    'bus:vehiclealarm',
    ['handle'],
    roles.enterprise,
    'handles alarms; only dispatchers, schedulers, head and safety managers by post',
  ),
  duty('bus:vehiclealarm', ['export'], roles.authorityAndSafety, 'takes alarms along'),
  duty('bus:vehiclealarm', ['index'], roles.all, 'sees alarms of vehicles'),
];
