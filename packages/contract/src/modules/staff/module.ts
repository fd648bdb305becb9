// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { staffCalls } from './calls.ts';
import { employee } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:emp', '人员与证书', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('employee', '从业人员', {
  start: '从业人员上岗',
  pause: '从业人员离岗',
  resume: '从业人员返岗',
  retrain: '从业人员转待培训',
  leave: '从业人员离职',
});

/** Its declared resources. */
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

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:emp',
    ['add', 'edit', 'del', 'import'],
    ['ENT_ADMIN', 'ENT_SAFETY'],
    'keeps the register of employees; sees their phones whole',
  ),
  duty('bus:emp', ['export'], ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'], 'takes the register along'),
  duty(
    'bus:emp',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'knows colleagues by name, with masked phones',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Employees were entered or changed, or are at work again: what is for their posts is theirs from now on. */
    'employee.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
    /** Employees left their enterprise. */
    'employee.left': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
