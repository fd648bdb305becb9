// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { riskPlanCalls, riskPointCalls } from './calls.ts';
import { riskPointMeasures } from './measures.ts';
import { riskPlan, riskPoint } from './resource.ts';

export const permits = {
  ...permitsOf('bus:riskpoint', '风险分级管控', { review: '评审', import: '导入' }),
  ...permitsOf('bus:riskplan', '平面图'),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('riskPlan', '平面图'),
  ...namesOf('riskPoint', '风险点', {
    submit: '提交评审风险点',
    approve: '批准风险点',
    sendBack: '退回风险点',
    pause: '风险点停用检修',
    resume: '风险点恢复使用',
    retire: '停用风险点',
    reassess: '重新评估风险点',
    dismiss: '不采纳重新评估建议',
    place: '在图上标注风险点',
    locate: '记录风险点位置',
    renewCode: '更换风险点二维码',
    cardPdf: '下载风险告知卡',
  }),
};

export const resources: readonly Declared[] = [
  { resource: riskPlan, calls: riskPlanCalls },
  {
    resource: riskPoint,
    calls: riskPointCalls,
    menu: {
      under: '双重预防',
      sort: 10,
      name: '风险分级管控',
      pinyin: 'fxfjgk fengxianfenjiguankong',
      icon: 'shield',
      component: 'riskPoint/list',
      path: '/bus/riskpoint/index',
    },
  },
];

export const screens = ['/bus/riskpoint/point', '/bus/riskpoint/map', '/bus/riskpoint/card'];

export const measures = Object.values(riskPointMeasures);

export const duties: readonly Duty[] = [
  duty('bus:riskplan', ['add', 'edit', 'del'], roles.safety, 'draws the plan of risks'),
  duty('bus:riskplan', ['export'], roles.authorityAndSafety, 'takes plans along'),
  duty('bus:riskplan', ['index'], roles.all, 'knows the risks of a place'),
  duty(
    'bus:riskpoint',
    ['import', 'review'],
    roles.safety,
    'imports risk points, approves their assessment and replaces codes of cards; the post says which',
  ),
  duty(
    'bus:riskpoint',
    ['add', 'edit', 'del'],
    roles.enterprise,
    'proposes risk points of their place; the post says which moves are theirs',
  ),
  duty('bus:riskpoint', ['export'], roles.authorityAndSafety, 'exports the register of risks'),
  duty('bus:riskpoint', ['index'], roles.all, 'knows the risks of a place'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when risk points are changed, moved, put in force or retired. */
    'riskPoint.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
