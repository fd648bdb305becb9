// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, duty, roles, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = permitsOf('wxmp:wxmsg', '用户消息', { get: '查看详情' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  'wxMessage.send': '回复粉丝',
  'wxMessage.retry': '重发消息',
  'wxMessage.readFlag': '标记消息已读',
  'wxMessage.note': '写会话备注',
  'wxMessage.photo': '把粉丝的图片存为照片',
  'wxMessage.take': '接手会话',
  'wxMessage.handOver': '转交会话',
  'wxMessage.end': '结束会话',
};

export const menu: readonly MenuEntry[] = [
  {
    under: '公众号',
    sort: 10,
    name: '用户消息',
    pinyin: 'yhxx yonghuxiaoxi',
    icon: 'bell',
    path: '/views/wxmp/wxmsg/index',
    component: 'wxMessage/list',
    permission: 'wxmp:wxmsg:index',
    userTypes: ['regulator', 'enterprise'],
  },
];

export const duties: readonly Duty[] = [
  duty('wxmp:wxmsg', ['index', 'get', 'add', 'edit'], roles.authorityAndSafety, 'answers followers'),
];
