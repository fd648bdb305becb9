const verbs = { index: '查看列表', add: '新增', edit: '编辑', del: '删除', export: '导出' } as const;
type Verb = keyof typeof verbs;

/** The permits of a declared resource, by their beginning; `more` are verbs of its moves with their words. */
const permitsOf = <P extends string, const M extends Readonly<Record<string, string>> = {}>(
  prefix: P,
  label: string,
  more?: M,
) =>
  // `fromEntries` forgets the keys that the template spells out.
  Object.fromEntries(
    Object.entries({ ...verbs, ...more }).map(([verb, word]) => [`${prefix}:${verb}`, `${label}-${word}`]),
  ) as Record<`${P}:${Verb | (keyof M & string)}`, string>;

/** Every permission string the server enforces (module:thing:verb); menus of type '1' and roles carry the same strings. */
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
  ...permitsOf('bus:station', '站点管理', { import: '导入' }),
  ...permitsOf('bus:specialtopic', '专题', { item: '本企业快捷入口', task: '专项行动任务' }),
  ...permitsOf('bus:emp', '人员与证书', { import: '导入' }),
  ...permitsOf('bus:enterprisewarn', '风险预警', { handle: '处理', audit: '忽略与催办' }),
  'bus:setting:index': '业务参数-查看',
  'bus:setting:edit': '业务参数-修改',
  ...permitsOf('bus:enterpriseexpinfo', '待整改事项', {
    fix: '整改',
    verify: '复查',
    return: '退回',
    assign: '转派',
    list: '挂牌督办',
    void: '作废',
  }),
  'bus:riskrule:index': '风险规则-查看列表',
  'bus:riskrule:edit': '风险规则-编辑',
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
  'sys:region:index': '行政区划-查看列表',
  'sys:region:add': '行政区划-新增',
  'sys:region:edit': '行政区划-编辑',
  'sys:region:del': '行政区划-删除',
  'sys:user:index': '用户-查看列表',
  'sys:user:add': '用户-新增',
  'sys:user:edit': '用户-编辑',
  'sys:user:del': '用户-删除',
  'sys:user:lock': '用户-停用启用',
  'sys:user:password': '用户-重置密码',
  'sys:user:import': '用户-导入',
  'sys:user:export': '用户-导出',
  'sys:organ:index': '机构-查看列表',
  'sys:organ:add': '机构-新增',
  'sys:organ:edit': '机构-编辑',
  'sys:organ:del': '机构-删除',
  'sys:reveal:phone': '隐藏信息-查看手机号',
  ...permitsOf('sys:calendar', '工作日历'),
  'sys:dict:index': '字典-查看列表',
  'sys:dict:add': '字典-新增',
  'sys:dict:edit': '字典-编辑',
  'sys:dict:del': '字典-删除',
  'sys:dictitem:add': '字典项-新增',
  'sys:dictitem:edit': '字典项-编辑',
  'sys:dictitem:del': '字典项-删除',
  'sys:tenant:index': '租户-查看列表',
  'sys:tenant:add': '租户-新增',
  'sys:tenant:edit': '租户-编辑',
  'sys:tenant:del': '租户-删除',
  'sys:tenant:enter': '租户-进入',
  'sys:entry:allow': '平台进入-允许填写',
  'sys:frame:index': '外部网站-查看列表',
  'sys:frame:edit': '外部网站-编辑',
  'sys:role:index': '角色-查看列表',
  'sys:role:add': '角色-新增',
  'sys:role:edit': '角色-编辑',
  'sys:role:del': '角色-删除',
  'sys:role:perm': '角色-分配权限',
  'sys:role:delegate': '角色-代为授权',
  'sys:menu:index': '菜单-查看列表',
  'sys:menu:add': '菜单-新增',
  'sys:menu:edit': '菜单-编辑',
  'sys:menu:del': '菜单-删除',
  'sys:log:index': '日志-查看列表',
  'sys:log:del': '日志-隐藏',
  'sys:log:export': '日志-导出',
  'sys:token:index': '在线用户-查看列表',
  'sys:token:del': '在线用户-强制下线',
  'sys:openapi:get': '接口文档-查看',
} as const;

/** A permission string. */
export type Permit = keyof typeof permits;

/** What a call demands: nothing, a signed-in person, or a permission. */
export type Demand = 'public' | 'signed-in' | Permit;

/** Whether a string is one of the permissions the server knows. */
export const isPermit = (text: string): text is Permit => Object.hasOwn(permits, text);
