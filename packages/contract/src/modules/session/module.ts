// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';
import { onlineListing } from './listing.ts';

export const permits = { 'sys:token:index': '在线用户-查看列表', 'sys:token:del': '在线用户-强制下线' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'session.signIn': '登录',
  'session.refresh': '续期',
  'session.refuse': '拒绝令牌',
  'session.phoneSignIn': '短信验证码登录',
  'session.signOut': '退出登录',
  'session.ticket': '取得下载凭证',
  'session.endOwn': '结束自己的登录',
  'session.endOthers': '退出其他登录',
  'session.confirm': '验证密码',
  'session.endOnline': '强制下线',
  'session.lock': '锁屏',
  'session.firstLockWord': '设置锁屏密码',
  'session.unlock': '解锁',
  'session.factorEnrol': '开始绑定两步验证',
  'session.factorConfirm': '启用两步验证',
  'session.factorRecovery': '重新生成恢复码',
  'session.factorRemove': '关闭两步验证',
  'session.secondStep': '两步验证',
  'session.switchTo': '切换企业',
  'session.selectShop': '选择默认企业',
  'session.thirdStart': '打开微信扫码',
  'session.thirdSignIn': '微信扫码登录',
  'session.thirdBindStart': '打开微信绑定',
  'session.thirdBind': '绑定登录账号',
  'session.thirdUnbind': '解除登录绑定',
  'session.directoryDoor': '打开目录登录',
  'session.directorySignIn': '目录账号登录',
  'session.directoryCode': '发送目录登录的验证码',
  'session.directoryProve': '证明目录登录的账号',
};

export const listings = [onlineListing];

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 120,
    name: '在线用户',
    pinyin: 'zxyh zaixianyonghu',
    icon: 'user',
    path: '/upms/token/index',
    component: 'session-own/online',
    permission: 'sys:token:index',
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:token',
    ['index', 'del'],
    ['SECURITY_ADMIN', 'TENANT_ADMIN', 'PLATFORM_SECURITY_ADMIN', 'PLATFORM_ADMIN'],
    'ends sessions of others',
  ),
];
