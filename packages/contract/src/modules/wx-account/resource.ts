import * as z from 'zod/mini';
import { boolean, files, instant, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

const appId = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,40}$/, '请填写公众号的 AppID'));
/** The app id of an account, as WeChat gives it out. */
export const wxAppId = appId;

/** A public account (公众号) that a tenant or one of its enterprises has; its secrets are typed, sealed and never shown again. */
export const wxAccount = resource('wxAccount', {
  label: '公众号',
  counter: '个',
  title: 'name',
  subtitle: 'appId',
  class: 'enterprise',
  permits: 'wxmp:wxapp',
  order: 'name',
  fields: {
    name: text(30, '公众号名称').required().sortable().search('pinyin').example('如 临澜应急'),
    appId: text(40, 'AppID')
      .required()
      .unique()
      .immutable()
      .search('prefix', /^[A-Za-z0-9_-]+$/)
      .example('如 wx1234567890abcdef')
      .help('在微信公众平台“设置与开发 › 基本配置”里查看'),
    /** Whose it is: an enterprise's own, or the tenant's. People of an enterprise see their own accounts alone. */
    enterpriseId: ref('enterprise', '所属企业')
      .immutable()
      .filter()
      .help('不选择时为本单位的公众号，企业人员看不到它的粉丝和消息'),
    logo: files('头像', { purpose: 'photo', most: 1 }).default([]),
    kind: oneOf({ subscription: '1', service: '2' }, '类型').required().dictionary('wxAccountKind').filter('many'),
    mode: oneOf({ plain: '0', compatible: '1', safe: '2' }, '消息加解密方式')
      .default('safe')
      .dictionary('wxAccountMode'),
    /** Whether messages are taken in and sent. */
    enabled: boolean('启用').default(true).filter(),
    secret: text(64, 'AppSecret').inputOnly().help('保存后不再显示；留空表示不改'),
    token: text(32, '令牌（Token）').inputOnly().help('与公众平台的服务器配置一致；留空表示不改'),
    aesKey: text(43, '消息加解密密钥').inputOnly().help('EncodingAESKey，43 位；留空表示不改'),
    /** Whether secret, token and key are there, so that it can work. */
    ready: boolean('已配置密钥').default(false).kept(),
    /** When WeChat last reached the door of the account. */
    reachedAt: instant('最近收到微信消息').kept(),
    /** Why WeChat last refused a call for an access token, null where it did not. */
    problem: text(200, '连接问题').kept(),
    /** Path of the door that WeChat calls, to be entered at WeChat. */
    door: text(100, '服务器地址').computed(),
  },
});
/** A public account. */
export type WxAccount = Row<typeof wxAccount>;
