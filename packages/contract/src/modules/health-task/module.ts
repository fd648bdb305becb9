// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { healthTaskCalls, healthRecordCalls } from './calls.ts';
import { healthTask, healthRecord } from './resource.ts';

export const permits = {
  ...permitsOf('bus:nucleintask', '健康检测任务'),
  ...permitsOf('bus:nucleinrecord', '检测记录'),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('healthTask', '健康检测任务'),
  ...namesOf('healthRecord', '检测记录', { pass: '登记检测正常', fail: '登记检测异常', exempt: '检测免检' }),
};

export const resources: readonly Declared[] = [
  {
    resource: healthTask,
    calls: healthTaskCalls,
    menu: {
      under: '企业',
      sort: 120,
      name: '健康检测',
      pinyin: 'jkjc jiankangjiance',
      icon: 'check',
      path: '/bus/nucleintask/info/index',
    },
  },
  { resource: healthRecord, calls: healthRecordCalls },
];

export const screens = ['/bus/nucleintask/info/people'];

export const duties: readonly Duty[] = [
  duty(
    'bus:nucleinrecord',
    ['index', 'add', 'edit', 'del', 'export'],
    roles.safety,
    'keeps results of health checks, which nobody else reads',
  ),
  duty('bus:nucleintask', ['add', 'edit', 'del'], roles.safety, 'has people checked before work'),
  duty('bus:nucleintask', ['index', 'export'], roles.authorityAndSafety, 'sees how many were checked'),
];
