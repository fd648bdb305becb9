// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { contentCalls } from './calls.ts';
import { contentInfo } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:contentinfo', '内容管理', { publish: '发布', learn: '本人学习' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('contentInfo', '内容', { publish: '发布内容', agree: '同意协议' });

/** Its declared resources. */
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
      userTypes: ['platform'],
    },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:contentinfo',
    ['index', 'add', 'edit', 'del', 'export', 'publish'],
    ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'writes the agreements and notes of the platform',
  ),
];
