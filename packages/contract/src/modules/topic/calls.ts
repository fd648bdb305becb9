import * as z from 'zod/mini';
import { day, filled, id, instant, text, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../wire/dialect.ts';
import { topic } from './resource.ts';

/** An item of a topic as somebody has it. */
export const topicViewItem = z.object({
  id,
  name: z.string(),
  /** Page of a quick entry, or last day of a task. */
  value: z.nullable(z.string()),
  /** Address of the first paper of a task that is done; null otherwise. */
  fileUrl: z.nullable(z.string()),
  /** A quick entry: 0 as the tenant has it, 1 the enterprise's own. A task: 0 open, 1 done, 2 late. */
  status: z.nullable(z.string()),
  /** Icon of a quick entry. */
  icon: z.nullable(z.string()),
});
/** A topic as somebody has it: an enterprise with its own quick entries and the state of its tasks. */
export const topicView = z.object({
  id,
  type: z.string(),
  title: z.string(),
  /** Address of the picture, or null. */
  cover: z.nullable(z.string()),
  items: z.array(topicViewItem),
});
/** A topic as somebody has it. */
export type TopicView = z.output<typeof topicView>;

const file = z.object({ id, name: z.string().check(z.maxLength(200)) });
/** A task of a campaign. */
export const campaignTask = z.object({
  id,
  name: z.string(),
  dueOn: z.nullable(day),
  /** Whether it is done only with a photo or a paper. */
  evidence: z.boolean(),
  /** How many enterprises in sight have done it. */
  done: whole,
  /** The state of the one enterprise that was asked for; null where several were. */
  state: z.nullable(z.enum(['open', 'done', 'late'])),
  doneAt: z.nullable(instant),
  doneByName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  files: z.array(file),
});
/** A campaign with what has been done of it by the enterprises in sight, or by one of them. */
export const campaign = z.object({
  id,
  title: z.string(),
  startOn: z.nullable(day),
  endOn: z.nullable(day),
  /** Enterprises in operation. */
  enterprises: whole,
  /** Tasks of all of them, and how many of those are done; the rate is done ÷ tasks. */
  tasks: whole,
  done: whole,
  items: z.array(campaignTask),
});
/** A campaign with what has been done of it. */
export type Campaign = z.output<typeof campaign>;
/** How far an enterprise is with a campaign. */
export const campaignRow = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  done: whole,
  tasks: whole,
  /** Tasks whose day has passed and that are not done. */
  late: whole,
  lastDoneAt: z.nullable(instant),
});
/** How far an enterprise is with a campaign. */
export type CampaignRow = z.output<typeof campaignRow>;

const own = { permit: 'bus:specialtopic:item', answer: nothing } as const;
const act = { permit: 'bus:specialtopic:task', answer: nothing, origin: 'chosen' } as const;

/** Calls of special topics (专题). */
export const topicCalls = {
  ...crud(topic, '/bus/specialtopic'),
  byType: get('/bus/specialtopic/type/{type}', {
    input: z.object({ /** 1 quick entries, 2 campaigns. */ type: z.string().check(z.regex(/^[12]$/, '没有这种专题')) }),
    in: { type: 'path' },
    id: 'word',
    answer: enveloped(z.array(topicView)),
    permit: 'bus:specialtopic:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  updateEntItem: post('/bus/specialtopic/updateEntItem', {
    input: z.object({
      /** Item to change; left out for one of the enterprise's own. */
      id: z.optional(id),
      name: filled(40, '名称'),
      /** Page that it opens. */
      value: filled(200, '页面地址').check(z.regex(/^\/[^/\\]/, '请填写以 / 开头的页面地址')),
      icon: z.optional(z.nullable(text(30, '图标').check(z.regex(/^[a-z0-9-]*$/, '请选择图标')))),
      sort: z.optional(whole),
    }),
    origin: 'spec §7',
    ...own,
  }),
  delEntItem: get('/bus/specialtopic/delEntItem/{id}', {
    input: withId,
    effect: 'write',
    origin: 'spec §7',
    ...own,
  }),
  /** Gives an enterprise the tenant's quick entries back. */
  resetEntItem: post('/bus/specialtopic/resetEntItem', { origin: 'chosen', ...own }),
  campaign: get('/bus/specialtopic/campaign/{id}', {
    input: z.object({ id, /** One enterprise alone; the caller's own for its staff. */ enterpriseId: z.optional(id) }),
    answer: enveloped(campaign),
    permit: 'bus:specialtopic:index',
    origin: 'chosen',
  }),
  progress: get('/bus/specialtopic/progress', {
    input: pageQuery(
      {
        topicId: id,
        keyword: z.optional(text(limits.search.max)),
        /** none: nothing done; some: begun; all: finished; late: something past its day. */
        state: z.optional(z.enum(['none', 'some', 'all', 'late'])),
      },
      ['done'],
    ),
    answer: enveloped(pageOf(campaignRow)),
    permit: 'bus:specialtopic:index',
    origin: 'chosen',
  }),
  finish: post('/bus/specialtopic/task', {
    input: z.object({
      topicId: id,
      itemId: id,
      note: z.optional(z.nullable(text(200, '说明'))),
      files: z.optional(z.array(file).check(z.maxLength(9, '材料最多 9 个'))),
    }),
    ...act,
  }),
  reopen: post('/bus/specialtopic/task/reopen', { input: z.object({ topicId: id, itemId: id }), ...act }),
};
