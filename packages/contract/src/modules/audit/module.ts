// What this module adds to the product: permits, call names, menu entries, preset rights.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';
import { logListing } from './listing.ts';

export const permits = {
  'sys:reveal:phone': '隐藏信息-查看手机号',
  'sys:log:index': '日志-查看列表',
  'sys:log:del': '日志-隐藏',
  'sys:log:export': '日志-导出',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'audit.alarm': '系统告警',
  'audit.confirmAlarm': '核实告警',
  'audit.reveal': '查看隐藏信息',
  'audit.export': '导出日志',
  'audit.forget': '清理到期日志',
  'audit.hide': '隐藏日志',
  'audit.report': '上报前端错误',
};

export const listings = [logListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 110,
    name: '日志',
    pinyin: 'rz rizhi',
    icon: 'clock',
    path: '/upms/log/index',
    component: 'audit/log',
    permission: 'sys:log:index',
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:log',
    ['index', 'export'],
    ['AUDIT_ADMIN', 'TENANT_ADMIN', 'PLATFORM_AUDIT_ADMIN', 'PLATFORM_ADMIN'],
    'reads and exports the log',
  ),
  duty('sys:log', ['del'], ['TENANT_ADMIN'], 'hides entries of the log from the list; none is deleted'),
  duty('sys:reveal', ['phone'], roles.authority, 'calls people of enterprises; each look is audited'),
];
