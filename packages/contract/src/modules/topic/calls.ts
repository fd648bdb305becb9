import * as z from 'zod/mini';
import { filled, id, text, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';
import { topic } from './resource.ts';
import { campaign, campaignRow, taskFile, topicView } from './views.ts';

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
      files: z.optional(z.array(taskFile).check(z.maxLength(9, '材料最多 9 个'))),
    }),
    ...act,
  }),
  reopen: post('/bus/specialtopic/task/reopen', { input: z.object({ topicId: id, itemId: id }), ...act }),
};
