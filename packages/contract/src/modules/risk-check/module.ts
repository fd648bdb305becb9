// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { riskCheckCalls } from './calls.ts';
import { riskCheck } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:riskcheck', '风险排查', { check: '检查' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('riskCheck', '排查任务', {
  begin: '开始排查',
  answer: '填写排查项',
  passRest: '其余排查项符合',
  undoRest: '撤销其余符合',
  addItem: '添加现场问题',
  finish: '排查交表',
});

/** Its declared resources. */
export const resources: readonly Declared[] = [
  {
    resource: riskCheck,
    calls: riskCheckCalls,
    menu: {
      under: '双重预防',
      sort: 20,
      name: '风险排查',
      pinyin: 'fxpc fengxianpaicha',
      icon: 'check',
      component: 'riskCheck/list',
      path: '/bus/riskcheck/index',
    },
  },
];

/** Its pages that no menu entry opens. */
export const screens = ['/bus/riskcheck/site'];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:riskcheck',
    ['add', 'edit', 'del', 'check'],
    ['ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'does the checks of a shift; others are planned by head and safety manager, by a team leader for the team, or by who answers for the point',
  ),
  duty(
    'bus:riskcheck',
    ['export'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'proves that checks took place',
  ),
  duty(
    'bus:riskcheck',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'sees the checks of the enterprise',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Checks of risk points were planned beside their cycle, done or taken out. */
    'riskCheck.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
