// Every declared resource with its calls, in the order in which modules depend on one another.
import type { Declared } from './declared.ts';
import { checklistCalls } from './modules/checklist/calls.ts';
import { checklist } from './modules/checklist/resource.ts';
import { enforcementCalls } from './modules/enforcement/calls.ts';
import { enforcement } from './modules/enforcement/resource.ts';
import { impactAssessmentCalls } from './modules/impact-assessment/calls.ts';
import { impactAssessment } from './modules/impact-assessment/resource.ts';
import { inspectionCalls } from './modules/inspection/calls.ts';
import { inspection } from './modules/inspection/resource.ts';
import { inspectionPlanCalls } from './modules/inspection-plan/calls.ts';
import { inspectionPlan } from './modules/inspection-plan/resource.ts';
import { calendarCalls } from './modules/calendar/calls.ts';
import { calendarDay } from './modules/calendar/resource.ts';
import { contentCalls } from './modules/content/calls.ts';
import { contentInfo } from './modules/content/resource.ts';
import { riskPlanCalls, riskPointCalls } from './modules/risk-point/calls.ts';
import { riskPlan, riskPoint } from './modules/risk-point/resource.ts';
import { riskCheckCalls } from './modules/risk-check/calls.ts';
import { riskCheck } from './modules/risk-check/resource.ts';
import { dangerCalls } from './modules/danger/calls.ts';
import { danger } from './modules/danger/resource.ts';
import { officerCalls } from './modules/officer/calls.ts';
import { officer } from './modules/officer/resource.ts';
import { orderCalls } from './modules/order/calls.ts';
import { order } from './modules/order/resource.ts';
import { planCalls } from './modules/plan/calls.ts';
import { plan } from './modules/plan/resource.ts';
import { staffCalls } from './modules/staff/calls.ts';
import { employee } from './modules/staff/resource.ts';
import { staffReportCalls } from './modules/staff-report/calls.ts';
import { staffReport } from './modules/staff-report/resource.ts';
import { stationCalls } from './modules/station/calls.ts';
import { station } from './modules/station/resource.ts';
import { topicCalls } from './modules/topic/calls.ts';
import { topic } from './modules/topic/resource.ts';
import { warningCalls } from './modules/warning/calls.ts';
import { warning } from './modules/warning/resource.ts';
import { fleetDeclared } from './modules/vehicle/declared.ts';
import { wxDeclared } from './modules/wx-account/declared.ts';
import { learningDeclared } from './modules/learning/declared.ts';
import { archiveDeclared } from './modules/archive/declared.ts';
import { emergencyDeclared } from './modules/accident/declared.ts';
import { reportDeclared } from './modules/report/declared.ts';
import { mallDeclared } from './modules/shop/declared.ts';

/** What modules tell of, with what is told; ids stand in lists. */
export interface Events {
  /** Enterprises are about to be removed. */
  'enterprise.removing': { ids: readonly string[] };
  /** People began, passed or were exempted from what they have to learn, or their tasks changed. */
  'learning.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Files of enterprises were entered, changed, moved or removed. */
  'enterprise.changed': { ids: readonly string[] };
  /** All that is known of people was erased with their accounts. */
  'user.erased': { ids: readonly string[] };
  /** Settings of the unit are about to be changed to these values; null is the preset one. */
  'setting.saving': { values: Readonly<Record<string, unknown>> };
  /** Settings of the unit were changed. */
  'setting.changed': { keys: readonly string[] };
  /** Employees were entered or changed, or are at work again: what is for their posts is theirs from now on. */
  'employee.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Employees left their enterprise. */
  'employee.left': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Certificates of people were entered, renewed, checked or taken away. */
  'certificate.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Vehicles were entered, changed or moved. */
  'vehicle.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Shifts were planned, changed or moved. */
  'shift.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Hidden dangers were found, changed or moved. */
  'danger.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Risk points were changed, moved, or begin and cease to be in force. */
  'riskPoint.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Checks of risk points were planned beside their cycle, done or taken out. */
  'riskCheck.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Inspections were finished. */
  'inspection.finished': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Enforcement notices were issued or moved. */
  'enforcement.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Dates of items that expire were set, moved or taken away; the ledger of expiry dates follows. */
  'item.expiryChanged': { items: readonly ExpiringItem[] };
  /** Memberships began, were extended, shortened, or changed their state by date. */
  'membership.changed': { enterpriseIds: readonly string[] };
  /** Orders were paid, closed, refunded or invoiced. */
  'order.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** How complete archives of enterprises are was counted anew. */
  'archive.changed': { enterpriseIds: readonly string[] };
  /** Accidents and near misses were reported, changed or moved. */
  'accident.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Reports were sent, accepted, returned or are corrected. */
  'report.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  /** Warnings of enterprises were opened, climbed or were closed. */
  'warning.changed': { enterpriseIds: readonly string[] };
}

/** An item with a date on which it ends, as the module that keeps it tells of it. */
export interface ExpiringItem {
  /** Key of a rule in data/expiry-rules.json. */
  itemType: string;
  /** Id of the item, unique within its type. */
  itemId: string;
  itemName: string;
  enterpriseId: string;
  /** Last day on which it is valid, `yyyy-MM-dd`; null where it has none or is gone. */
  validTo: string | null;
}

/** Every declared resource; the conformance suite runs over each. */
export const declared: readonly Declared[] = [
  {
    resource: calendarDay,
    calls: calendarCalls,
    menu: {
      under: '系统',
      name: '工作日历',
      pinyin: 'gzrl gongzuorili',
      icon: 'calendar',
      component: 'calendar/list',
      path: '/upms/calendar/index',
      userTypes: ['regulator'],
    },
    // Kept by the tenant's administrator alone (access/roles/seed.ts).
    roles: {},
  },
  {
    resource: impactAssessment,
    calls: impactAssessmentCalls,
    menu: {
      under: '系统',
      name: '影响评估',
      pinyin: 'yxpg yingxiangpinggu',
      icon: 'shield',
      component: 'impactAssessment/list',
      path: '/upms/assessment/index',
      userTypes: ['regulator'],
    },
    // Kept by the tenant's administrator alone (access/roles/seed.ts).
    roles: {},
  },
  {
    resource: station,
    calls: stationCalls,
    menu: {
      under: '企业',
      name: '场站管理',
      pinyin: 'czgl changzhanguanli',
      icon: 'place',
      component: 'station/list',
    },
    roles: { regulator: 'all', enterprise: 'read', management: ['index', 'add', 'edit', 'del', 'import'] },
  },
  {
    resource: employee,
    calls: staffCalls,
    menu: {
      under: '企业',
      name: '人员与证书',
      pinyin: 'ryyzs renyuanyuzhengshu',
      icon: 'users',
      component: 'staff/list',
      path: '/bus/emp/index',
    },
    roles: { regulator: ['index', 'export'], enterprise: 'read', management: 'all' },
  },
  ...fleetDeclared,
  {
    resource: riskPlan,
    calls: riskPlanCalls,
    roles: {
      regulator: ['index', 'export'],
      enterprise: 'read',
      management: ['index', 'add', 'edit', 'del', 'export'],
    },
  },
  {
    resource: riskPoint,
    calls: riskPointCalls,
    menu: {
      under: '双重预防',
      name: '风险分级管控',
      pinyin: 'fxfjgk fengxianfenjiguankong',
      icon: 'shield',
      component: 'riskPoint/list',
      path: '/bus/riskpoint/index',
    },
    // Which post may make which move is said by the rules of the module, beside these.
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'add', 'edit', 'del'],
      management: ['index', 'add', 'edit', 'del', 'export', 'import', 'review'],
    },
  },
  {
    resource: riskCheck,
    calls: riskCheckCalls,
    menu: {
      under: '双重预防',
      name: '风险排查',
      pinyin: 'fxpc fengxianpaicha',
      icon: 'check',
      component: 'riskCheck/list',
      path: '/bus/riskcheck/index',
    },
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'add', 'edit', 'del', 'check'],
      management: ['index', 'add', 'edit', 'del', 'export', 'check'],
    },
  },
  {
    resource: danger,
    calls: dangerCalls,
    menu: {
      under: '双重预防',
      name: '待整改事项',
      pinyin: 'dzgsx daizhenggaishixiang',
      icon: 'alert',
      component: 'danger/list',
      path: '/bus/enterpriseexpinfo1/index',
      redDot: 'unExp',
    },
    // Which post may make which move is said by the rules of the module, beside these.
    roles: {
      regulator: ['index', 'add', 'edit', 'del', 'export', 'verify', 'return', 'list', 'void'],
      enterprise: ['index', 'add', 'edit', 'del', 'fix', 'verify', 'return'],
      management: ['index', 'add', 'edit', 'del', 'export', 'fix', 'verify', 'return', 'assign', 'void'],
    },
  },
  {
    resource: warning,
    calls: warningCalls,
    menu: {
      under: '双重预防',
      name: '风险预警',
      pinyin: 'fxyj fengxianyujing',
      icon: 'bell',
      component: 'warning/list',
      path: '/bus/enterprisewarn/index',
      redDot: 'warningUnNotice',
    },
    roles: {
      regulator: ['index', 'export', 'audit'],
      enterprise: ['index'],
      management: ['index', 'add', 'edit', 'del', 'export', 'handle'],
    },
  },
  {
    resource: officer,
    calls: officerCalls,
    menu: {
      under: '双重预防',
      name: '执法人员',
      pinyin: 'zfry zhifarenyuan',
      icon: 'users',
      component: 'officer/list',
      userTypes: ['regulator'],
    },
    // Kept by the administrators (access/roles/seed.ts); who inspects chooses from it.
    roles: { regulator: ['index'] },
  },
  {
    resource: enforcement,
    calls: enforcementCalls,
    menu: {
      under: '双重预防',
      name: '执法通知',
      pinyin: 'zftz zhifatongzhi',
      icon: 'file',
      component: 'enforcement/list',
      path: '/bus/spot/index',
      redDot: 'spotUnNotice',
    },
    roles: {
      regulator: ['index', 'issue', 'edit', 'del', 'export', 'close'],
      enterprise: ['index'],
      management: ['index', 'reply'],
    },
  },
  {
    resource: inspection,
    calls: inspectionCalls,
    menu: {
      under: '双重预防',
      name: '监督检查',
      pinyin: 'jdjc jiandujiancha',
      icon: 'search',
      component: 'inspection/list',
    },
    roles: {
      regulator: ['index', 'add', 'edit', 'del', 'export', 'finish'],
      enterprise: ['index', 'add', 'edit', 'del', 'finish'],
    },
  },
  {
    resource: inspectionPlan,
    calls: inspectionPlanCalls,
    menu: {
      under: '双重预防',
      name: '检查计划',
      pinyin: 'jcjh jianchajihua',
      icon: 'calendar',
      component: 'inspectionPlan/list',
      userTypes: ['regulator'],
    },
    roles: { regulator: 'all' },
  },
  {
    resource: checklist,
    calls: checklistCalls,
    menu: { under: '双重预防', name: '检查表', pinyin: 'jcb jianchabiao', icon: 'list', component: 'checklist/list' },
    roles: { regulator: 'all', enterprise: 'read', management: 'write' },
  },
  {
    resource: staffReport,
    calls: staffReportCalls,
    menu: {
      under: '双重预防',
      name: '员工举报',
      pinyin: 'ygjb yuangongjubao',
      icon: 'shield',
      component: 'staffReport/list',
      userTypes: ['enterprise'],
    },
    // Neither other staff of the enterprise nor the unit that oversees it see who reported what.
    roles: { management: ['index', 'add', 'edit', 'del', 'export', 'check', 'reward'] },
  },
  ...learningDeclared,
  ...emergencyDeclared,
  ...reportDeclared,
  ...archiveDeclared,
  {
    resource: topic,
    calls: topicCalls,
    menu: {
      under: '企业',
      name: '专题',
      pinyin: 'zt zhuanti',
      icon: 'folder',
      component: 'topic/list',
      path: '/bus/specialtopic/index',
    },
    roles: { regulator: 'all', enterprise: ['index'], management: ['item', 'task'] },
  },
  {
    resource: plan,
    calls: planCalls,
    menu: {
      under: '会员',
      name: '套餐管理',
      pinyin: 'tcgl taocanguanli',
      icon: 'star',
      component: 'plan/list',
      path: '/bus/setmeal/index',
      userTypes: ['regulator', 'platform'],
    },
    // Kept by administrators alone (access/roles/seed.ts).
    roles: {},
  },
  {
    resource: order,
    calls: orderCalls,
    menu: {
      under: '会员',
      name: '订单管理',
      pinyin: 'ddgl dingdanguanli',
      icon: 'file',
      component: 'order/list',
      path: '/bus/orderrecords/index',
      userTypes: ['regulator', 'enterprise'],
    },
    // Who looks after money stands in access/roles/seed.ts; regulators who only oversee, and workers, see no orders.
    roles: { management: ['index', 'add', 'edit', 'del', 'export'] },
  },
  {
    resource: contentInfo,
    calls: contentCalls,
    menu: {
      under: '会员',
      name: '内容管理',
      pinyin: 'nrgl neirongguanli',
      icon: 'book',
      component: 'content/list',
      path: '/bus/contentinfo/index',
      userTypes: ['platform'],
    },
    roles: { platform: ['index', 'add', 'edit', 'del', 'export', 'publish'] },
  },
  ...mallDeclared,
  ...wxDeclared,
];

/** Address of a declared resource's page. */
export const pagePath = ({ resource, menu }: Pick<Declared, 'resource' | 'menu'>): string =>
  menu?.path ?? `/bus/${resource.name}/index`;
