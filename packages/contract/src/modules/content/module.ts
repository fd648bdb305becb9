// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { contentCalls } from './calls.ts';
import { contentInfo } from './resource.ts';

export const permits = permitsOf('bus:contentinfo', '内容管理', { publish: '发布', learn: '本人学习' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('contentInfo', '内容', { publish: '发布内容', agree: '同意协议' });

export const resources: readonly Declared[] = [
  {
    resource: contentInfo,
    calls: contentCalls,
    menu: {
      under: '会员',
      sort: 30,
      name: '内容管理',
      pinyin: 'nrgl neirongguanli',
      icon: 'book',
      component: 'content/list',
      path: '/bus/contentinfo/index',
      userTypes: ['platform', 'regulator'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:contentinfo',
    ['index', 'add', 'edit', 'del', 'export', 'publish'],
    ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'writes the agreements and notes of the platform',
  ),
  duty(
    'bus:contentinfo',
    ['index', 'add', 'edit', 'del', 'export', 'publish'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'writes the texts that the unit shows in place of those of the platform',
  ),
];
