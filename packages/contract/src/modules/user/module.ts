// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { userMeasures } from './measures.ts';
import { staffListing, userListing } from './listings.ts';

export const permits = {
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
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'user.settingSave': '修改界面设置',
  'user.create': '新增用户',
  'user.update': '修改用户',
  'user.updateEntAdmin': '指定企业管理员',
  'user.password': '重置用户密码',
  'user.removeFactor': '解除用户的两步验证',
  'user.lock': '停用或启用用户',
  'user.giveRoles': '授予用户角色',
  'user.decide': '审核注册用户',
  'user.remove': '删除用户',
  'user.unbind': '移出企业员工',
  'user.export': '导出用户',
  'user.import': '导入用户',
  'user.importConfirm': '确认导入用户',
  'user.findByPhone': '按手机号查找用户',
  'user.findByName': '按用户名核对用户',
  'user.register': '注册账号',
  'user.findPhone': '找回手机号',
  'user.linkSet': '用链接设置首个密码',
  'user.edit': '修改个人信息',
  'user.phoneCode': '发送换绑验证码',
  'user.changePhone': '更换手机号',
  'user.phone': '绑定或解绑手机号',
  'user.organCreate': '新增机构',
  'user.organUpdate': '修改机构',
  'user.organRemove': '删除机构',
};

export const listings = [userListing, staffListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 10,
    name: '用户',
    pinyin: 'yh yonghu',
    icon: 'user',
    path: '/upms/user/index',
    component: 'user/list',
    permission: 'sys:user:index',
    stems: ['sys:reveal'],
    userTypes: ['regulator', 'platform'],
  },
  {
    under: '系统',
    sort: 20,
    name: '企业员工',
    pinyin: 'qyyg qiyeyuangong',
    icon: 'users',
    path: '/upms/user/entuser',
    component: 'user/entuser',
    permission: 'sys:user:index',
    userTypes: ['regulator', 'enterprise'],
  },
  {
    under: '系统',
    sort: 50,
    name: '机构',
    pinyin: 'jg jigou',
    icon: 'tenant',
    path: '/upms/organ/index',
    component: 'organ/tree',
    permission: 'sys:organ:edit',
  },
];

export const screens = ['/info/index'];

export const duties: readonly Duty[] = [
  duty(
    'sys:organ',
    ['add', 'edit', 'del'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'keeps the organisation',
  ),
  duty(
    'sys:organ',
    ['index'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'REGULATOR', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'chooses organisations',
  ),
  duty(
    'sys:user',
    ['lock'],
    ['SECURITY_ADMIN', 'TENANT_ADMIN', 'ENT_ADMIN', 'PLATFORM_SECURITY_ADMIN', 'PLATFORM_ADMIN'],
    'locks accounts and unlocks them',
  ),
  duty(
    'sys:user',
    ['index'],
    [
      'SYSTEM_ADMIN',
      'SECURITY_ADMIN',
      'TENANT_ADMIN',
      'ENT_ADMIN',
      'PLATFORM_SYSTEM_ADMIN',
      'PLATFORM_SECURITY_ADMIN',
      'PLATFORM_ADMIN',
    ],
    'finds accounts',
  ),
  duty('sys:user', ['import'], ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'ENT_ADMIN'], 'imports accounts'),
  duty(
    'sys:user',
    ['add', 'edit', 'del', 'password', 'export'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'ENT_ADMIN', 'PLATFORM_SYSTEM_ADMIN', 'PLATFORM_ADMIN'],
    'keeps accounts',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published after accounts were deleted together with all personal data. */
    'user.erased': { ids: readonly string[] };
  }
}

export const measures = Object.values(userMeasures);
