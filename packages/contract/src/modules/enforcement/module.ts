// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { enforcementCalls } from './calls.ts';
import { enforcementMeasures } from './measures.ts';
import { enforcement } from './resource.ts';

export const permits = {
  'bus:spot:index': '执法通知-查看列表',
  'bus:spot:issue': '执法通知-下发',
  'bus:spot:edit': '执法通知-编辑',
  'bus:spot:del': '执法通知-撤销',
  'bus:spot:export': '执法通知-导出',
  'bus:spot:reply': '执法通知-签收回复',
  'bus:spot:close': '执法通知-审核办结',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('enforcement', '执法通知', {
  withdraw: '撤销执法通知',
  create: '下发执法通知',
  receive: '签收执法通知',
  reply: '回复执法通知',
  close: '办结执法通知',
  sendBack: '退回执法通知回复',
  lift: '解除停产措施',
  unreceived: '执法通知超时未签收',
  pdf: '下载执法文书',
});

export const resources: readonly Declared[] = [
  {
    resource: enforcement,
    calls: enforcementCalls,
    menu: {
      under: '双重预防',
      sort: 60,
      name: '执法通知',
      pinyin: 'zftz zhifatongzhi',
      icon: 'file',
      path: '/bus/spot/index',
      redDot: 'spotUnNotice',
    },
  },
];

export const screens = ['/bus/spot/paper'];

export const measures = Object.values(enforcementMeasures);

export const duties: readonly Duty[] = [
  duty('bus:spot', ['reply'], roles.safety, 'signs for enforcement notices and answers them'),
  duty(
    'bus:spot',
    ['issue', 'edit', 'del', 'export', 'close'],
    roles.authority,
    'issues enforcement notices, closes and withdraws them (`del`)',
  ),
  duty('bus:spot', ['index'], roles.all, 'reads notices that bind the enterprise'),
];

declare module '../../kit/module.ts' {
  interface Events {
    'enforcement.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
