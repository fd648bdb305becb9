// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { stationCalls } from './calls.ts';
import { station } from './resource.ts';

export const permits = permitsOf('bus:station', '场站管理', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('station', '场站');

export const resources: readonly Declared[] = [
  {
    resource: station,
    calls: stationCalls,
    menu: { under: '企业', sort: 50, name: '场站管理', pinyin: 'czgl changzhanguanli', icon: 'place' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:station', ['export'], roles.authority, 'exports the list of stations'),
  duty(
    'bus:station',
    ['add', 'edit', 'del', 'import'],
    roles.authorityAndSafety,
    'keeps the stations of enterprises; sees phones whole within the enterprise',
  ),
  duty('bus:station', ['index'], roles.all, 'knows the stations, with masked phones'),
];
