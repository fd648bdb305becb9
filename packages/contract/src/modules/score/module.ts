// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = { 'bus:score:index': '安全评分-查看', 'bus:score:hold': '安全评分-暂定颜色' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { 'score.hold': '暂定企业颜色', 'score.release': '解除暂定颜色' };

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

export const duties: readonly Duty[] = [
  duty('bus:score', ['hold'], roles.authority, 'holds the colour of an enterprise for a time, with a reason'),
  duty('bus:score', ['index'], roles.all, 'knows the score of the enterprise'),
];
