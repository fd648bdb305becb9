import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';
import { savedView, savedViews, viewColumns, viewQuery, viewTitle } from './view.ts';

const path = '/upms/view';
/** Own to a person; whoever may open a list may keep views of it. */
const own = { permit: 'signed-in', origin: 'chosen' } as const;

/** A list by its key: the name of its resource. */
const list = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, '列表名称无效'));
/** Calls of saved views. */
export const savedViewCalls = {
  /** Own views of a list and those that colleagues share. */
  all: get(`${path}/list`, { input: z.object({ list }), answer: enveloped(savedViews), ...own }),
  create: post(path, {
    input: z.object({ list, name: viewTitle, query: viewQuery, columns: viewColumns, isShared: z.boolean() }),
    answer: enveloped(savedView),
    ...own,
  }),
  /** Changes what is given; the owner alone. */
  update: post(`${path}/update`, {
    input: z.object({
      id,
      version: z.int(),
      name: z.optional(viewTitle),
      query: z.optional(viewQuery),
      columns: z.optional(viewColumns),
      isShared: z.optional(z.boolean()),
    }),
    conflict: savedView,
    answer: enveloped(savedView),
    ...own,
  }),
  /** The owner's, and shared ones for whoever manages accounts. */
  remove: post(`${path}/remove`, { input: withId, in: {}, answer: nothing, ...own }),
  /** Chooses the view that a list opens with; null for none. */
  choose: post(`${path}/default`, {
    input: z.object({ list, /** The view. */ id: z.nullable(id) }),
    answer: nothing,
    ...own,
  }),
};
