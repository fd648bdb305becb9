// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

/** Its permits and their labels. */
export const permits = {
  'bus:score:index': '安全评分-查看',
  'bus:score:hold': '安全评分-暂定颜色',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = {
  'score.hold': '暂定企业颜色',
  'score.release': '解除暂定颜色',
};

/** Menu entries of its other pages. */
export const menu: readonly MenuEntry[] = [
  {
    under: '双重预防',
    sort: 110,
    name: '安全评分',
    pinyin: 'aqpf anquanpingfen',
    icon: 'shield',
    path: '/bus/score/index',
    component: 'score/index',
    permission: 'bus:score:index',
    userTypes: ['enterprise'],
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:score',
    ['hold'],
    ['TENANT_ADMIN', 'REGULATOR'],
    'holds the colour of an enterprise for a time, with a reason',
  ),
  duty(
    'bus:score',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'knows the score of the enterprise',
  ),
];
