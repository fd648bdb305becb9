import type { Declared } from '../../declared.ts';
import { wxAutoReplyCalls, wxQuickReplyCalls } from '../wx-reply/calls.ts';
import { wxAutoReply, wxQuickReply } from '../wx-reply/resource.ts';
import { wxAccountCalls } from './calls.ts';
import { wxAccount } from './resource.ts';

/** The declared resources of public accounts, with their pages. */
export const wxDeclared: readonly Declared[] = [
  {
    resource: wxAccount,
    calls: wxAccountCalls,
    menu: {
      under: '公众号',
      name: '公众号列表',
      pinyin: 'gzhlb gongzhonghaoliebiao',
      icon: 'phone',
      component: 'wxAccount/list',
      path: '/wxmp/wxapp/index',
      userTypes: ['regulator', 'enterprise'],
    },
    // Secrets are entered by the administrator of the unit or enterprise alone (access/roles/seed.ts).
    roles: {},
  },
  {
    resource: wxAutoReply,
    calls: wxAutoReplyCalls,
    menu: {
      under: '公众号',
      name: '自动回复',
      pinyin: 'zdhf zidonghuifu',
      icon: 'reload',
      component: 'wxAutoReply/list',
      path: '/wxmp/wxautoreply/index',
      userTypes: ['regulator', 'enterprise'],
    },
    roles: { regulator: 'all', management: 'all' },
  },
  {
    resource: wxQuickReply,
    calls: wxQuickReplyCalls,
    menu: {
      under: '公众号',
      name: '快捷回复',
      pinyin: 'kjhf kuaijiehuifu',
      icon: 'edit',
      component: 'wxQuickReply/list',
      path: '/wxmp/wxquickreply/index',
      userTypes: ['regulator', 'enterprise'],
    },
    roles: { regulator: 'all', management: 'all' },
  },
];
