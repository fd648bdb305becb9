import * as z from 'zod/mini';
import { cleanText, filled, id, withId } from '../../domain/fields.ts';
import { enveloped, get, nothing, post } from '../../wire/dialect.ts';
import { viewLimits } from './limits.ts';

const path = '/upms/view';
/** Own to a person; whoever may open a list may keep views of it. */
const own = { permit: 'signed-in', origin: 'chosen' } as const;

/** A list by its key: the name of its resource. */
const list = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, '列表名称无效'));
/** The part of the list's address behind the question mark, as the list writes it; the list itself reads it. */
const query = z
  .string()
  .check(z.overwrite(cleanText), z.maxLength(viewLimits.queryChars, '筛选条件过多，请减少后再保存'));
const columnKeys = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200));
/** Columns by key: in which order they stand, and which of them are hidden. */
const columns = z.nullable(z.object({ order: columnKeys, hidden: columnKeys }));
const name = filled(viewLimits.nameChars, '视图名称');
const isShared = z.boolean();

/** A view of a list (视图): filters, order and columns under a name. */
export const savedView = z.object({
  id,
  version: z.int(),
  name,
  query,
  columns,
  /** Whether colleagues see it. */
  isShared,
  /** Whether it is the caller's. */
  isOwn: z.boolean(),
  /** Whose it is; null where the account is gone. */
  ownerName: z.nullable(z.string()),
  abilities: z.array(z.enum(['update', 'remove'])),
});
/** A view of a list. */
export type SavedView = z.output<typeof savedView>;

/** The views of a list that a person sees. */
export const savedViews = z.object({
  /** Own ones first, each by name. */
  views: z.array(savedView),
  /** The one that the list opens with, where the person chose one. */
  defaultId: z.nullable(id),
});
/** The views of a list that a person sees. */
export type SavedViews = z.output<typeof savedViews>;

/** Calls of saved views. */
export const savedViewCalls = {
  /** Own views of a list and those that colleagues share. */
  all: get(`${path}/list`, { input: z.object({ list }), answer: enveloped(savedViews), ...own }),
  create: post(path, {
    input: z.object({ list, name, query, columns, isShared }),
    answer: enveloped(savedView),
    ...own,
  }),
  /** Changes what is given; the owner alone. */
  update: post(`${path}/update`, {
    input: z.object({
      id,
      version: z.int(),
      name: z.optional(name),
      query: z.optional(query),
      columns: z.optional(columns),
      isShared: z.optional(isShared),
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
