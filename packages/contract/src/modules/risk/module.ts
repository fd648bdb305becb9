// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = { 'bus:riskrule:index': '风险规则-查看列表', 'bus:riskrule:edit': '风险规则-编辑' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'risk.savePopup': '修改弹窗提示规则',
  'risk.saveExpiry': '修改到期预警规则',
  'risk.remove': '恢复默认风险规则',
};

export const menu: readonly MenuEntry[] = [
  {
    under: '双重预防',
    sort: 120,
    name: '风险规则',
    pinyin: 'fxgz fengxianguize',
    icon: 'shield',
    path: '/bus/riskrule/index',
    component: 'risk/rules',
    permission: 'bus:riskrule:index',
  },
];

export const duties: readonly Duty[] = [
  duty('bus:riskrule', ['index'], [...roles.all, 'PLATFORM_ADMIN'], 'reads the rules behind pop-ups that they receive'),
  duty(
    'bus:riskrule',
    ['edit'],
    ['TENANT_ADMIN', 'REGULATOR', 'PLATFORM_ADMIN'],
    'sets the rules for pop-ups and expiry',
  ),
];
