// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { riskCheckCalls } from './calls.ts';
import { riskCheckMeasures } from './measures.ts';
import { riskCheck } from './resource.ts';

export const permits = permitsOf('bus:riskcheck', '风险排查', { check: '检查' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('riskCheck', '排查任务', {
  begin: '开始排查',
  answer: '填写排查项',
  passRest: '其余排查项符合',
  undoRest: '撤销其余符合',
  addItem: '添加现场问题',
  finish: '排查交表',
});

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
      path: '/bus/riskcheck/index',
    },
  },
];

export const screens = ['/bus/riskcheck/site'];

export const measures = Object.values(riskCheckMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:riskcheck',
    ['add', 'edit', 'del', 'check'],
    roles.enterprise,
    'does the checks of a shift; others are planned by head and safety manager, by a team leader for the team, or by who answers for the point',
  ),
  duty('bus:riskcheck', ['export'], roles.authorityAndSafety, 'proves that checks took place'),
  duty('bus:riskcheck', ['index'], roles.all, 'sees the checks of the enterprise'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when checks of risk points are added outside their cycle, completed or removed. */
    'riskCheck.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
