// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';
import { announcementListing, systemNoticeListing } from './listing.ts';
import { noticeMeasures } from './measures.ts';

export const permits = {
  'bus:notice:index': '通知公告-查看列表',
  'bus:notice:add': '通知公告-新增',
  'bus:notice:edit': '通知公告-编辑',
  'bus:notice:del': '通知公告-删除',
  'bus:notice:publish': '通知公告-发布',
  'bus:sysnotice:index': '系统通知-查看列表',
  'bus:sysnotice:add': '系统通知-新增',
  'bus:sysnotice:edit': '系统通知-编辑',
  'bus:sysnotice:del': '系统通知-删除',
  'bus:sysnotice:publish': '系统通知-发布',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'notice.todoSnooze': '推迟待办提醒',
  'notice.create': '新增公告',
  'notice.update': '修改公告',
  'notice.remove': '删除公告',
  'notice.publish': '发布公告',
  'notice.withdraw': '撤回公告',
  'notice.pin': '置顶公告',
  'notice.remind': '催阅公告',
  'notice.read': '阅读公告',
  'notice.readAll': '公告全部已读',
  'notice.receipt': '公告回执',
  'notice.systemCreate': '新增系统通知',
  'notice.systemUpdate': '修改系统通知',
  'notice.systemRemove': '删除系统通知',
  'notice.systemPublish': '发布系统通知',
  'notice.systemWithdraw': '撤回系统通知',
  'notice.systemPin': '置顶系统通知',
  'notice.systemRead': '阅读系统通知',
  'notice.systemReadAll': '系统通知全部已读',
};

export const listings = [announcementListing, systemNoticeListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '工作台',
    sort: 20,
    name: '我的待办',
    pinyin: 'wddb wodedaiban',
    icon: 'check',
    path: '/bus/todo/index',
    component: 'notice/todo',
    redDot: 'unAct',
  },
  {
    under: '工作台',
    sort: 30,
    name: '通知公告',
    pinyin: 'tzgg tongzhigonggao',
    icon: 'bell',
    path: '/bus/notice/index',
    component: 'notice/announcements',
    permission: 'bus:notice:index',
    redDot: 'unNotice',
  },
  {
    under: '工作台',
    sort: 40,
    name: '系统通知',
    pinyin: 'xttz xitongtongzhi',
    icon: 'info',
    path: '/bus/notice/system',
    component: 'notice/system',
    permission: 'bus:sysnotice:index',
    redDot: 'systemUnNotice',
  },
];

export const screens = ['/notice'];

export const measures = Object.values(noticeMeasures);

export const duties: readonly Duty[] = [
  duty('bus:notice', ['add', 'edit', 'del', 'publish'], roles.authority, 'publishes announcements to enterprises'),
  duty('bus:notice', ['index'], [...roles.all, 'SHOP'], 'reads announcements'),
  duty(
    'bus:sysnotice',
    ['add', 'edit', 'del', 'publish'],
    ['PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'tells all tenants of maintenance and changes',
  ),
  duty(
    'bus:sysnotice',
    ['index'],
    [...roles.all, 'SHOP', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'reads notices of the system',
  ),
];
