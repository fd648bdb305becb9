import * as z from 'zod/mini';
import { boolean, integer, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const wxAutoContent = z.object({
  repType: z.enum(['text', 'image', 'voice', 'video', 'news']),
  repContent: z.optional(z.nullable(z.string().check(z.maxLength(600, '文字最多 600 个字')))),
  repMediaId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  repName: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

export const wxAutoReply = resource('wxAutoReply', {
  label: '自动回复',
  counter: '条',
  title: 'name',
  class: 'tenant',
  permits: 'wxmp:wxautoreply',
  order: 'sort',
  fields: {
    accountId: ref('wxAccount', '公众号').required().immutable().filter(),
    name: text(30, '名称').required().sortable().example('如 欢迎语'),
    /** What triggers the answer: a new follower, a kind of message, or keywords. */
    type: oneOf({ subscribe: '1', kind: '2', keyword: '3' }, '回复时机')
      .required()
      .immutable()
      .dictionary('wxAutoReplyType')
      .filter('many'),
    reqType: oneOf(['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link'], '消息类型')
      .dictionary('wxMessageKind')
      .when('type', ['kind']),
    keyword: text(40, '关键词').when('type', ['keyword']),
    match: oneOf({ exact: '1', contains: '2' }, '匹配方式')
      .default('exact')
      .dictionary('wxKeywordMatch')
      .when('type', ['keyword']),
    answer: json('回复内容', wxAutoContent)
      .required()
      .help('文字里可用 {我的隐患}：自动换成所绑定的从业人员自己的待整改隐患'),
    enabled: boolean('启用').default(true).filter(),
    sort: integer('排序', { max: 9_999 }).default(0).sortable(),
  },
});
export type WxAutoReply = Row<typeof wxAutoReply>;

/** A prepared answer (快捷回复). When a person selects it, the placeholders {昵称} {企业} {隐患数} {今天} are filled in. */
export const wxQuickReply = resource('wxQuickReply', {
  label: '快捷回复',
  counter: '条',
  title: 'title',
  class: 'enterprise',
  permits: 'wxmp:wxquickreply',
  order: 'sort',
  fields: {
    title: text(30, '标题').required().sortable().search('pinyin').example('如 整改期限'),
    content: prose(600, '内容').required().help('可用 {昵称} {企业} {隐患数} {今天}，选用时自动填入'),
    /** Enterprise that owns the answer; the tenant owns it if empty. */
    enterpriseId: ref('enterprise', '所属企业').immutable().help('不选择时为本单位的公众号所用'),
    sort: integer('排序', { max: 9_999 }).default(0).sortable(),
  },
});
export type WxQuickReply = Row<typeof wxQuickReply>;
