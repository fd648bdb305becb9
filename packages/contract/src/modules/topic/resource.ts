import * as z from 'zod/mini';
import { day as dayText, requiredText, id, text as plainText } from '../../domain/fields.ts';
import { day, files, integer, json, oneOf, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** Path of a screen. The address of a stored file is refused, because it would be saved without a reference check. */
export const screenPath = z.regex(/^(?:\/(?!upms\/file\/(?!view))[^/\\].*)?$/, '请填写以 / 开头的页面地址');

export const topicItem = z.object({
  /** Id of the item. The server assigns it on the first save. */
  id: z.optional(id),
  name: requiredText(40, '名称'),
  path: z.optional(z.nullable(plainText(200, '页面地址').check(screenPath))),
  icon: z.optional(z.nullable(plainText(30, '图标').check(z.regex(/^[a-z0-9-]*$/, '请选择图标')))),
  dueOn: z.optional(z.nullable(dayText)),
  /** Whether a task requires a photo or document. */
  evidence: z.optional(z.boolean()),
});
export type TopicItem = z.output<typeof topicItem>;

/** A special topic (专题): quick entries of the home page (主题), or a campaign (专项行动). */
export const topic = resource('topic', {
  label: '专题',
  counter: '个',
  title: 'title',
  class: 'tenant',
  permits: 'bus:specialtopic',
  fields: {
    type: oneOf({ motif: '1', campaign: '2' }, '专题类型').required().immutable().dictionary('topicType').filter(),
    title: text(60, '标题').required().sortable().search('pinyin').example('如 安全生产月'),
    cover: files('封面', { purpose: 'photo', most: 1 }),
    startOn: day('开始日期').when('type', ['campaign']),
    endOn: day('结束日期').when('type', ['campaign']),
    items: json(
      '内容',
      z.array(topicItem, '请填写内容').check(z.minLength(1, '请至少填写一项内容'), z.maxLength(50, '内容最多 50 项')),
    ).required(),
    sort: integer('排序', { max: 9_999 }).default(0),
    /** Share of done tasks of a campaign, of the enterprises that the caller sees. */
    progress: text(60, '完成率').computed(),
  },
});
export type Topic = Row<typeof topic>;
