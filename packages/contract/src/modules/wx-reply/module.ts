// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { wxAutoReplyCalls, wxQuickReplyCalls } from './calls.ts';
import { wxAutoReply, wxQuickReply } from './resource.ts';

export const permits = {
  ...permitsOf('wxmp:wxautoreply', '自动回复'),
  ...permitsOf('wxmp:wxquickreply', '快捷回复'),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { ...namesOf('wxAutoReply', '自动回复'), ...namesOf('wxQuickReply', '快捷回复') };

export const resources: readonly Declared[] = [
  {
    resource: wxAutoReply,
    calls: wxAutoReplyCalls,
    menu: {
      under: '公众号',
      sort: 70,
      name: '自动回复',
      pinyin: 'zdhf zidonghuifu',
      icon: 'reload',
      path: '/wxmp/wxautoreply/index',
      userTypes: ['regulator', 'enterprise'],
    },
  },
  {
    resource: wxQuickReply,
    calls: wxQuickReplyCalls,
    menu: {
      under: '公众号',
      sort: 80,
      name: '快捷回复',
      pinyin: 'kjhf kuaijiehuifu',
      icon: 'edit',
      path: '/wxmp/wxquickreply/index',
      userTypes: ['regulator', 'enterprise'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty('wxmp:wxautoreply', ['index', 'add', 'edit', 'del', 'export'], roles.authorityAndSafety, 'answers followers'),
  duty('wxmp:wxquickreply', ['index', 'add', 'edit', 'del', 'export'], roles.authorityAndSafety, 'answers followers'),
];
