// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { wxAccountCalls } from './calls.ts';
import { wxAccount } from './resource.ts';

export const permits = permitsOf('wxmp:wxapp', '公众号');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { ...namesOf('wxAccount', '公众号'), 'wxAccount.check': '测试公众号连接' };

export const resources: readonly Declared[] = [
  {
    resource: wxAccount,
    calls: wxAccountCalls,
    menu: {
      under: '公众号',
      sort: 60,
      name: '公众号列表',
      pinyin: 'gzhlb gongzhonghaoliebiao',
      icon: 'phone',
      path: '/wxmp/wxapp/index',
      userTypes: ['regulator', 'enterprise'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'wxmp:wxapp',
    ['index', 'add', 'edit', 'del', 'export'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'ENT_ADMIN'],
    'registers public accounts with their secrets',
  ),
];
