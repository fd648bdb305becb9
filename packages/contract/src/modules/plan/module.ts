// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { planCalls } from './calls.ts';
import { plan } from './resource.ts';

export const permits = permitsOf('bus:setmeal', '套餐', { shelf: '上下架' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('plan', '套餐', { shelf: '上架或下架套餐' });

export const resources: readonly Declared[] = [
  {
    resource: plan,
    calls: planCalls,
    menu: {
      under: '会员',
      sort: 10,
      name: '套餐管理',
      pinyin: 'tcgl taocanguanli',
      icon: 'star',
      path: '/bus/setmeal/index',
      userTypes: ['regulator', 'platform'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:setmeal',
    ['index', 'add', 'edit', 'del', 'export', 'shelf'],
    ['TENANT_ADMIN', 'PLATFORM_ADMIN'],
    'sets plans and prices',
  ),
];
