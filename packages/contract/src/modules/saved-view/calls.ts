import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { savedView, savedViews, viewColumns, viewQuery, viewTitle } from './view.ts';

const path = '/upms/view';
/** Access to saved views, which are personal. Everybody who may open a list may save views of it. */
const ownAccess = { permit: 'signed-in' } as const;

const list = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, '列表名称无效'));
export const savedViewCalls = {
  all: get(`${path}/list`, { input: z.object({ list }), answer: enveloped(savedViews), ...ownAccess }),
  create: post(path, {
    input: z.object({ list, name: viewTitle, query: viewQuery, columns: viewColumns, isShared: z.boolean() }),
    answer: enveloped(savedView),
    ...ownAccess,
  }),
  /** Changes a view. Absent fields stay unchanged; only the owner may change it. */
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
    ...ownAccess,
  }),
  /** Removes a view. The owner may do it; for a shared view also account managers. */
  remove: post(`${path}/remove`, { input: withId, in: {}, ...ownAccess }),
  /** Sets the view with which the list opens; null if it opens without a view. */
  choose: post(`${path}/default`, { input: z.object({ list, id: z.nullable(id) }), ...ownAccess }),
};
