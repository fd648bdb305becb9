import * as z from 'zod/mini';
import { day as dayText, filled, id, text as plainText } from '../../domain/fields.ts';
import { day, files, integer, json, oneOf, text } from '../../kit/field.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** One item of a topic: a quick entry of the home page, or a task of a campaign. */
export const topicItem = z.object({
  /** Given out when it is stored first. */
  id: z.optional(id),
  name: filled(40, '名称'),
  /** Page that a quick entry opens. */
  path: z.optional(
    z.nullable(plainText(200, '页面地址').check(z.regex(/^(?:\/[^/\\].*)?$/, '请填写以 / 开头的页面地址'))),
  ),
  icon: z.optional(z.nullable(plainText(30, '图标').check(z.regex(/^[a-z0-9-]*$/, '请选择图标')))),
  /** Last day of a task. */
  dueOn: z.optional(z.nullable(dayText)),
  /** Whether a task is done only with a photo or a paper. */
  evidence: z.optional(z.boolean()),
});
/** One item of a topic. */
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
    title: text(60, '标题').required().sortable().example('如 安全生产月'),
    cover: files('封面', { purpose: 'photo', most: 1 }),
    startOn: day('开始日期').when('type', ['campaign']),
    endOn: day('结束日期').when('type', ['campaign']),
    items: json(
      '内容',
      z.array(topicItem, '请填写内容').check(z.minLength(1, '请至少填写一项内容'), z.maxLength(50, '内容最多 50 项')),
    ).required(),
    sort: integer('排序', { max: 9_999 }).default(0),
  },
});
/** A topic as people see it. */
export type Topic = Row<typeof topic>;
/** A new topic. */
export type TopicInput = Input<typeof topic>;
/** Changes to a topic. */
export type TopicPatch = Patch<typeof topic>;
/** What the list is narrowed by. */
export type TopicFilter = Filter<typeof topic>;
/** What the list is ordered by. */
export type TopicSort = Sort<typeof topic>;
