import * as z from 'zod/mini';
import { boolean, files, instant, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

const appId = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,40}$/, '请填写公众号的 AppID'));
export const wxAppId = appId;

/** A public account (公众号) of a tenant or enterprise. Its secrets are stored encrypted and never returned. */
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
    /**
     * Enterprise that owns the account; the tenant owns it if empty. People of an enterprise see only the enterprise's
     * own accounts.
     */
    enterpriseId: ref('enterprise', '所属企业')
      .immutable()
      .filter()
      .help('不选择时为本单位的公众号，企业人员看不到它的粉丝和消息'),
    logo: files('头像', { purpose: 'photo', most: 1 }).default([]),
    kind: oneOf({ subscription: '1', service: '2' }, '类型').required().dictionary('wxAccountKind').filter('many'),
    mode: oneOf({ plain: '0', compatible: '1', safe: '2' }, '消息加解密方式')
      .default('safe')
      .dictionary('wxAccountMode'),
    /** Whether the account receives and sends messages. */
    enabled: boolean('启用').default(true).filter(),
    secret: text(64, 'AppSecret').inputOnly().help('保存后不再显示；留空表示不改'),
    token: text(32, '令牌（Token）').inputOnly().help('与公众平台的服务器配置一致；留空表示不改'),
    aesKey: text(43, '消息加解密密钥').inputOnly().help('EncodingAESKey，43 位；留空表示不改'),
    /** Whether secret, token and key are all set. */
    ready: boolean('已配置密钥').default(false).serverSet(),
    /** Time of the last callback from WeChat. */
    reachedAt: instant('最近收到微信消息').serverSet(),
    /** Why WeChat refused the last access token; null if WeChat accepted it. */
    problem: text(200, '连接问题').serverSet(),
    /** Path of the callback address, which an administrator enters at WeChat. */
    door: text(100, '服务器地址').computed(),
  },
});
export type WxAccount = Row<typeof wxAccount>;
