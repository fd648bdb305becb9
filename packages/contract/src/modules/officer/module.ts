// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { officerCalls } from './calls.ts';
import { officer } from './resource.ts';

export const permits = permitsOf('bus:officer', '执法人员', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('officer', '执法人员');

export const resources: readonly Declared[] = [
  {
    resource: officer,
    calls: officerCalls,
    menu: {
      under: '双重预防',
      sort: 50,
      name: '执法人员',
      pinyin: 'zfry zhifarenyuan',
      icon: 'users',
      userTypes: ['regulator'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:officer',
    ['add', 'edit', 'del', 'export', 'import'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'keeps the register of officers who may sign orders',
  ),
  duty(
    'bus:officer',
    ['index'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'REGULATOR'],
    'chooses the two officers of an inspection or an order',
  ),
];
