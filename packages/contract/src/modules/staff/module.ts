// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { staffCalls } from './calls.ts';
import { staffMeasures } from './measures.ts';
import { employee } from './resource.ts';

export const permits = permitsOf('bus:emp', '人员与证书', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('employee', '从业人员', {
  start: '从业人员上岗',
  pause: '从业人员离岗',
  resume: '从业人员返岗',
  retrain: '从业人员转待培训',
  leave: '从业人员离职',
});

export const resources: readonly Declared[] = [
  {
    resource: employee,
    calls: staffCalls,
    menu: {
      under: '企业',
      sort: 60,
      name: '人员与证书',
      pinyin: 'ryyzs renyuanyuzhengshu',
      icon: 'users',
      component: 'staff/list',
      path: '/bus/emp/index',
    },
  },
];

export const measures = Object.values(staffMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:emp',
    ['add', 'edit', 'del', 'import'],
    roles.safety,
    'keeps the register of employees; sees their phones whole',
  ),
  duty('bus:emp', ['export'], roles.authorityAndSafety, 'exports the register'),
  duty('bus:emp', ['index'], roles.all, 'knows colleagues by name, with masked phones'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when employees are entered, changed or return to work; tasks for their posts then apply to them. */
    'employee.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
    /** Published when employees leave their enterprise. */
    'employee.left': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
