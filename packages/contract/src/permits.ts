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
  'bus:station:index': '站点管理-查看列表',
  'bus:station:add': '站点管理-新增',
  'bus:station:edit': '站点管理-编辑',
  'bus:station:del': '站点管理-删除',
  'bus:station:export': '站点管理-导出',
  'sys:region:index': '行政区划-查看列表',
  'sys:region:add': '行政区划-新增',
  'sys:region:edit': '行政区划-编辑',
  'sys:region:del': '行政区划-删除',
  'sys:user:index': '用户-查看列表',
  'sys:organ:index': '机构-查看列表',
  'sys:tenant:index': '租户-查看列表',
  'sys:log:index': '日志-查看列表',
  'sys:log:del': '日志-隐藏',
  'sys:openapi:get': '接口文档-查看',
} as const;

/** A permission string. */
export type Permit = keyof typeof permits;

/** What a call demands: nothing, a signed-in person, or a permission. */
export type Demand = 'public' | 'signed-in' | Permit;

/** Whether a string is one of the permissions the server knows. */
export const isPermit = (text: string): text is Permit => Object.hasOwn(permits, text);
