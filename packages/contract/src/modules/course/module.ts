// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { courseCalls } from './calls.ts';
import { course } from './resource.ts';

export const permits = permitsOf('bus:course', '课程');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('course', '课程');

export const resources: readonly Declared[] = [
  {
    resource: course,
    calls: courseCalls,
    menu: { under: '教育培训', sort: 60, name: '课程', pinyin: 'kc kecheng', icon: 'folder' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:course', ['add', 'edit', 'del', 'export'], roles.authorityAndSafety, 'writes courses'),
  duty('bus:course', ['index'], roles.all, 'learns from them'),
];
