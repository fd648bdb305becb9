// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { enterpriseListing } from './listing.ts';
import { enterpriseMeasures } from './measures.ts';
import { regionMeasures } from './region-measures.ts';

export const listings = [enterpriseListing];

export const permits = {
  'bus:enterprise:index': '企业管理-查看列表',
  'bus:enterprise:get': '企业管理-查看详情',
  'bus:enterprise:add': '企业管理-新增',
  'bus:enterprise:edit': '企业管理-编辑',
  'bus:enterprise:del': '企业管理-删除',
  'bus:enterprise:import': '企业管理-导入',
  'bus:enterprise:export': '企业管理-导出',
  'bus:enterprise:audit': '企业管理-审核启用',
  'bus:enterprise:submit': '企业管理-提交审核',
  'bus:enterprise:suspend': '企业管理-停产停业',
  'bus:enterprise:logo': '企业管理-系统标志',
  'bus:enterprise:pay': '企业管理-开通服务',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'enterprise.findByCode': '按信用代码核对企业',
  'enterprise.create': '新增企业',
  'enterprise.update': '修改企业',
  'enterprise.activate': '启用企业',
  'enterprise.remove': '删除企业',
  'enterprise.restore': '撤销删除企业',
  'enterprise.import': '上传企业导入文件',
  'enterprise.importConfirm': '确认导入企业',
  'enterprise.export': '导出企业',
  'enterprise.bulk': '批量处理企业',
  'enterprise.addLabels': '添加企业标签',
  'enterprise.removeLabels': '移除企业标签',
  'enterprise.assignOfficer': '指派监管责任人',
  'enterprise.townRenamed': '企业所在街道或网格更名',
  'enterprise.townRemoved': '企业所在街道或网格删除',
  'enterprise.exportStart': '开始导出企业',
  'enterprise.apply': '申请入驻',
  'enterprise.applyProof': '核验申请手机号',
  'enterprise.applyUpload': '上传申请附件',
  'enterprise.applyAgain': '重新提交申请',
  'enterprise.applyWithdraw': '撤回申请',
  'enterprise.account': '开通申请人账号',
  'enterprise.submit': '提交审核',
  'enterprise.withdraw': '撤回审核',
  'enterprise.approve': '审核通过',
  'enterprise.reject': '审核驳回',
  'enterprise.suspend': '停业停产',
  'enterprise.resume': '复工复产',
  'enterprise.close': '关闭企业',
  'enterprise.merge': '合并企业',
  'enterprise.absorb': '并入企业',
  'enterprise.transfer': '移交属地',
  'enterprise.updateLogo': '更新系统标志',
};

export const menu: readonly MenuEntry[] = [
  {
    under: '企业',
    sort: 10,
    name: '企业管理',
    pinyin: 'qygl qiyeguanli',
    icon: 'building',
    path: '/bus/enterprise/index',
    component: 'enterprise/list',
    permission: 'bus:enterprise:index',
    userTypes: ['regulator'],
    group: ['/bus/enterprise/dossier', '/bus/enterprise/duplicates'],
  },
  {
    under: '企业',
    sort: 20,
    name: '企业地图',
    pinyin: 'qydt qiyeditu',
    icon: 'map',
    path: '/bus/enterprise/map',
    component: 'enterprise/map',
    permission: 'bus:enterprise:index',
    userTypes: ['regulator'],
  },
  {
    under: '企业',
    sort: 30,
    name: '本企业信息',
    pinyin: 'bqyxx benqiyexinxi',
    icon: 'file',
    path: '/bus/enterprise/mine',
    component: 'enterprise/mine',
    permission: 'bus:enterprise:get',
    userTypes: ['enterprise'],
  },
];

export const measures = [enterpriseMeasures, regionMeasures].flatMap((one) => Object.values(one));

export const duties: readonly Duty[] = [
  duty(
    'bus:enterprise',
    ['logo', 'pay'],
    ['ENT_ADMIN'],
    'answers for name and money of the enterprise: sets its logo, opens and pays orders',
  ),
  duty('bus:enterprise', ['submit'], ['ENT_ADMIN', 'ENT_SAFETY'], 'submits the file for approval'),
  duty(
    'bus:enterprise',
    ['add', 'del', 'import', 'export', 'audit'],
    ['TENANT_ADMIN', 'REGULATOR'],
    'keeps the list of enterprises and approves them',
  ),
  duty(
    'bus:enterprise',
    ['suspend'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN'],
    'suspends work at an enterprise, or resumes it',
  ),
  duty(
    'bus:enterprise',
    ['edit'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'keeps the file of the enterprise; sees its phones whole',
  ),
  duty(
    'bus:enterprise',
    ['index', 'get'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'reads the file of the enterprise, with masked phones',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    'enterprise.removing': { ids: readonly string[] };
    'enterprise.changed': { ids: readonly string[] };
  }
}
