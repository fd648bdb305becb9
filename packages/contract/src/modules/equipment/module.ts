// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { equipmentCalls } from './calls.ts';
import { equipment } from './resource.ts';

export const permits = permitsOf('bus:equipment', '设备', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('equipment', '设备', { renew: '登记设备检验', stop: '停用设备', use: '启用设备' });

export const resources: readonly Declared[] = [
  {
    resource: equipment,
    calls: equipmentCalls,
    menu: { under: '企业', sort: 90, name: '设备', pinyin: 'sb shebei', icon: 'settings' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:equipment', ['add', 'edit', 'del', 'import'], roles.safety, 'keeps the register of equipment'),
  duty('bus:equipment', ['export'], roles.authorityAndSafety, 'exports the register'),
  duty('bus:equipment', ['index'], roles.all, 'sees what may be used'),
];
