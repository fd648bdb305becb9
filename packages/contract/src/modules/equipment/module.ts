// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { equipmentCalls } from './calls.ts';
import { equipment } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:equipment', '设备', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('equipment', '设备', { renew: '登记设备检验', stop: '停用设备', use: '启用设备' });

/** Its declared resources. */
export const resources: readonly Declared[] = [
  {
    resource: equipment,
    calls: equipmentCalls,
    menu: { under: '企业', sort: 90, name: '设备', pinyin: 'sb shebei', icon: 'settings', component: 'equipment/list' },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:equipment',
    ['add', 'edit', 'del', 'import'],
    ['ENT_ADMIN', 'ENT_SAFETY'],
    'keeps the register of equipment',
  ),
  duty(
    'bus:equipment',
    ['export'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'takes the register along',
  ),
  duty(
    'bus:equipment',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'sees what may be used',
  ),
];
