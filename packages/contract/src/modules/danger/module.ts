// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { dangerCalls } from './calls.ts';
import { dangerMeasures } from './measures.ts';
import { boardMeasures, dangerHomeMeasures, foundMeasures, waitingMeasures } from './statistics-measures.ts';
import { danger } from './resource.ts';
import { dangerSummaryListing, ownDangerListing } from './listings.ts';

export const permits = permitsOf('bus:enterpriseexpinfo', '待整改事项', {
  fix: '整改',
  verify: '复查',
  return: '退回',
  assign: '转派',
  list: '挂牌督办',
  void: '作废',
});
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('danger', '隐患', {
  receipt: '签收隐患',
  submit: '提交隐患整改',
  sign: '负责人签字',
  accept: '隐患销号',
  sendBack: '退回隐患整改',
  reassign: '转派隐患',
  progress: '记录整改进展',
  askExtension: '申请延期整改',
  grantExtension: '同意延期整改',
  refuseExtension: '不同意延期整改',
  savePlan: '编制治理方案',
  approvePlan: '批准治理方案',
  returnPlan: '退回治理方案',
  list: '挂牌督办',
  delist: '摘牌',
  publish: '登记隐患公示',
  congress: '登记职代会通报',
  void: '作废隐患',
  sample: '抽样复核隐患',
  drawSample: '抽取复核样本',
  fixOnSpot: '登记当场整改',
  urge: '催办隐患',
  statisticsExport: '导出隐患统计',
  summaryExport: '导出企业隐患汇总',
  makeLink: '生成维修链接',
  revokeLink: '撤销维修链接',
  repairOpen: '打开维修链接',
  repairPhoto: '外部维修人员上传照片',
  repairNote: '外部维修人员填写说明',
});

export const listings = [dangerSummaryListing, ownDangerListing];

export const resources: readonly Declared[] = [
  {
    resource: danger,
    calls: dangerCalls,
    menu: {
      under: '双重预防',
      sort: 30,
      name: '待整改事项',
      pinyin: 'dzgsx daizhenggaishixiang',
      icon: 'alert',
      path: '/bus/enterpriseexpinfo1/index',
      redDot: 'unExp',
    },
  },
];

export const screens = ['/bus/danger/report', '/bus/danger/own', '/bus/danger/board', '/bus/danger/statistics'];

export const measures = [dangerMeasures, foundMeasures, waitingMeasures, boardMeasures, dangerHomeMeasures].flatMap(
  (one) => Object.values(one),
);

export const duties: readonly Duty[] = [
  duty('bus:enterpriseexpinfo', ['assign'], roles.safety, 'assigns who rectifies a danger'),
  duty('bus:enterpriseexpinfo', ['fix'], roles.enterprise, 'puts right what is assigned to them'),
  duty('bus:enterpriseexpinfo', ['list'], roles.authority, 'puts major dangers under listed supervision (挂牌督办)'),
  duty(
    'bus:enterpriseexpinfo',
    ['export', 'void'],
    roles.authorityAndSafety,
    'voids mistaken reports; exports the list',
  ),
  duty(
    'bus:enterpriseexpinfo',
    ['index', 'add', 'edit', 'del', 'verify', 'return'],
    roles.all,
    'everybody reports dangers; who may verify, return or correct one is said by the post',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    'danger.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
