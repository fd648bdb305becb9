// Audit labels for objects and fields that are not declared resources.
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { settings as settingSpecs, type SettingSpec } from '@anlan/contract/modules/setting/settings';
import type { AuditWording, AuditField } from '#kit/audit-wording.ts';
import { auditWordingOf } from '#kit/wording.ts';

type Words = Readonly<Record<string, string>>;
const labelled = (labels: Words): Record<string, AuditField> =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, { label }]));

export const enterpriseWording: AuditWording = auditWordingOf({ label: '企业', fields: enterpriseFieldSpecs });

const userTypes = { regulator: '监管人员', enterprise: '企业人员', shop: '店铺人员', platform: '平台人员' };
const person: Record<string, AuditField> = {
  ...labelled({
    username: '用户名',
    nickName: '姓名',
    phone: '手机号码',
    email: '邮箱',
    avatar: '头像',
    autoLockMinutes: '自动锁屏（分钟）',
    roles: '角色',
    enterprises: '所属企业',
    enterprise: '所属企业',
    organ: '所属机构',
    organName: '所属机构',
  }),
  roleIds: { label: '角色', refersTo: 'role' },
  organId: { label: '所属机构', refersTo: 'organisation' },
  enterpriseIds: { label: '所属企业', refersTo: 'enterprise' },
  type: { label: '用户类型', words: userTypes },
  lockFlag: { label: '账号状态', words: { open: '启用', locked: '停用' } },
  approval: { label: '注册审核', words: { pending: '待审核', approved: '通过', rejected: '驳回' } },
};

const thing = (label: string, labels: Words = {}, fields: Record<string, AuditField> = {}): AuditWording => ({
  label,
  fields: { ...labelled(labels), ...fields },
});

const tenantFields = labelled({
  name: '单位名称',
  hosts: '域名',
  genericHosts: '通用域名',
  logo: '标志',
  username: '管理员账号',
  nickName: '管理员姓名',
  rented: '已租用功能',
  smsSignName: '短信签名',
  smsTemplates: '短信模板',
  mlps3: '等级保护三级',
  randCodeImageEnable: '图形验证码',
  footer: '页脚',
  theme: '主题',
});
const settings: Record<string, AuditField> = Object.fromEntries(
  Object.entries<Omit<SettingSpec, 'schema'>>(settingSpecs).map(([key, { label, unit, choices }]) => [
    key,
    { label, ...(unit ? { unit } : {}), ...(choices ? { words: choices } : {}) },
  ]),
);

const others: Readonly<Record<string, AuditWording>> = {
  enterprise: enterpriseWording,
  user: { label: '用户', fields: person },
  tenant: {
    label: '单位',
    fields: {
      ...settings,
      ...tenantFields,
      status: { label: '状态', words: { open: '启用', active: '启用', frozen: '停用' } },
    },
  },
  role: thing(
    '角色',
    {
      roleName: '角色名称',
      roleCode: '角色编码',
      roleDesc: '说明',
      description: '说明',
      dsType: '数据范围',
      permits: '权限',
      duty: '职责',
    },
    { userType: { label: '用户类型', words: userTypes } },
  ),
  menu: thing('菜单', {
    name: '名称',
    parentId: '上级菜单',
    path: '路径',
    component: '页面',
    permission: '权限标识',
    icon: '图标',
    sort: '顺序',
    children: '下级顺序',
    query: '参数',
    roles: '角色',
    userTypes: '用户类型',
    hidden: '隐藏',
    type: '类型',
    keepAlive: '保留页面',
    pinyin: '拼音',
  }),
  organ: thing('机构', { name: '名称', sort: '顺序', regionCode: '辖区', parentId: '上级机构' }),
  dictionary: thing('字典', { label: '名称', type: '类型', description: '说明', edit: '由谁维护' }),
  dictionaryItem: thing('字典项', {
    label: '名称',
    value: '值',
    description: '说明',
    color: '颜色',
    grey: '灰色模式',
    enabled: '启用',
    sort: '顺序',
  }),
  region: thing('街道或网格', { name: '名称', enabled: '启用', code: '代码' }),
  announcement: thing('公告', {
    title: '标题',
    kind: '类型',
    audience: '发布范围',
    targets: '发布对象',
    publishAt: '发布时间',
    expireAt: '截止时间',
    needReceipt: '需要回执',
    pinned: '置顶',
    content: '正文',
    files: '附件',
  }),
  riskRule: thing('风险规则', {
    enabled: '启用',
    title: '标题',
    text: '内容',
    level: '风险等级',
    audience: '展示对象',
    colors: '企业四色',
    since: '开始日期',
    until: '结束日期',
    days: '提前天数',
  }),
  frameHost: thing('外部网站', { host: '域名' }),
  savedView: thing('列表视图', { name: '名称', content: '内容', audience: '共享范围' }),
  file: thing('文件', { name: '名称' }),
  job: thing('任务'),
  session: thing('登录'),
  ticket: thing('下载凭证'),
  todo: thing('待办'),
  audit: thing('日志'),
  // Fields of declared resources that change outside their forms.
  plan: thing('套餐', {}, { shelf: { label: '上架状态', words: { listed: '上架', delisted: '下架' } } }),
  alarm: thing('系统告警'),
  audit_seal: thing('日志封条'),
  batch: thing('错误报告'),
  company: thing('工商信息'),
  educationReport: thing('教育月报'),
  wxFollower: thing(
    '粉丝',
    { remark: '备注', tags: '标签' },
    { employeeId: { label: '从业人员', refersTo: 'employee' } },
  ),
  wxMaterial: thing('素材'),
  wxMenu: thing('公众号菜单'),
  wxPublication: thing('图文发布'),
};

export const wordingOfOther = (type: string): AuditWording | undefined =>
  Object.hasOwn(others, type) ? others[type] : undefined;
