import * as z from 'zod/mini';
import { cleanText, requiredText, id } from '../../domain/fields.ts';
import { viewLimits } from './limits.ts';

/** Query string of the list's address; only the list itself parses it. */
export const viewQuery = z
  .string()
  .check(z.overwrite(cleanText), z.maxLength(viewLimits.queryChars, '筛选条件过多，请减少后再保存'));
const columnKeys = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200));
/** Keys of the columns in display order, and keys of the hidden columns. */
export const viewColumns = z.nullable(z.object({ order: columnKeys, hidden: columnKeys }));
export const viewTitle = requiredText(viewLimits.nameChars, '视图名称');

export const savedView = z.object({
  id,
  version: z.int(),
  name: viewTitle,
  query: viewQuery,
  columns: viewColumns,
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Name of the owner; null if the account was deleted. */
  ownerName: z.nullable(z.string()),
  abilities: z.array(z.enum(['update', 'remove'])),
});
export type SavedView = z.output<typeof savedView>;

export const savedViews = z.object({
  /** The person's own views, then shared ones; each group is sorted by name. */
  views: z.array(savedView),
  /** Id of the view with which the list opens; null if the person has set none. */
  defaultId: z.nullable(id),
});
export type SavedViews = z.output<typeof savedViews>;
