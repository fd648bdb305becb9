import * as z from 'zod/mini';
import { requiredText, id, text, whole, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { screenPath, topic } from './resource.ts';
import { campaign, campaignRow, taskFile, topicView } from './views.ts';

const quickEntryAccess = { permit: 'bus:specialtopic:item' } as const;
const taskAccess = { permit: 'bus:specialtopic:task' } as const;

export const topicCalls = {
  ...crud(topic, '/bus/specialtopic'),
  byType: get('/bus/specialtopic/type/{type}', {
    input: z.object({
      /** Kind of topic: 1 quick entries, 2 campaigns. */ type: z.string().check(z.regex(/^[12]$/, '没有这种专题')),
    }),
    in: { type: 'path' },
    id: 'word',
    answer: enveloped(z.array(topicView)),
    permit: 'bus:specialtopic:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  updateEntItem: post('/bus/specialtopic/updateEntItem', {
    input: z.object({
      /** Id of the item to change; if absent, the enterprise gets its own new item. */
      id: z.optional(id),
      name: requiredText(40, '名称'),
      value: requiredText(200, '页面地址').check(screenPath),
      icon: z.optional(z.nullable(text(30, '图标').check(z.regex(/^[a-z0-9-]*$/, '请选择图标')))),
      sort: z.optional(whole),
    }),
    answer: enveloped(z.object({ id })),
    origin: 'spec §7',
    ...quickEntryAccess,
  }),
  delEntItem: get('/bus/specialtopic/delEntItem/{id}', {
    input: withId,
    effect: 'write',
    origin: 'spec §7',
    ...quickEntryAccess,
  }),
  /** Replaces an enterprise's quick entries by the quick entries of the tenant. */
  resetEntItem: post('/bus/specialtopic/resetEntItem', { ...quickEntryAccess }),
  campaign: get('/bus/specialtopic/campaign/{id}', {
    input: z.object({
      id,
      /** Limits the progress to this enterprise. For enterprise staff it is always their own. */ enterpriseId:
        z.optional(id),
    }),
    answer: enveloped(campaign),
    permit: 'bus:specialtopic:index',
  }),
  progress: get('/bus/specialtopic/progress', {
    input: pageQuery(
      {
        topicId: id,
        keyword: z.optional(text(limits.search.max)),
        /**
         * Progress of the enterprise. none: nothing is done; some: it has started; all: all tasks are done; late: a
         * task is overdue.
         */
        state: z.optional(z.enum(['none', 'some', 'all', 'late'])),
      },
      ['done'],
    ),
    answer: enveloped(pageOf(campaignRow)),
    permit: 'bus:specialtopic:index',
  }),
  finish: post('/bus/specialtopic/task', {
    input: z.object({
      topicId: id,
      itemId: id,
      note: z.optional(z.nullable(text(200, '说明'))),
      files: z.optional(z.array(taskFile).check(z.maxLength(9, '材料最多 9 个'))),
    }),
    ...taskAccess,
  }),
  reopen: post('/bus/specialtopic/task/reopen', { input: z.object({ topicId: id, itemId: id }), ...taskAccess }),
};
