// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { questionCalls } from './calls.ts';
import { question } from './resource.ts';

export const permits = permitsOf('bus:question', '题库', { import: '导入' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('question', '考题');

export const resources: readonly Declared[] = [
  {
    resource: question,
    calls: questionCalls,
    menu: { under: '教育培训', sort: 70, name: '题库', pinyin: 'tk tiku', icon: 'list' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:question', ['add', 'edit', 'del', 'export', 'import'], roles.safety, 'writes exam questions'),
  duty('bus:question', ['index'], roles.authorityAndSafety, 'reviews exam questions'),
];
