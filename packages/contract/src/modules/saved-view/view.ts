import * as z from 'zod/mini';
import { cleanText, filled, id } from '../../domain/fields.ts';
import { viewLimits } from './limits.ts';

/** The part of the list's address behind the question mark, as the list writes it; the list itself reads it. */
export const viewQuery = z
  .string()
  .check(z.overwrite(cleanText), z.maxLength(viewLimits.queryChars, '筛选条件过多，请减少后再保存'));
const columnKeys = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200));
/** Columns by key: in which order they stand, and which of them are hidden. */
export const viewColumns = z.nullable(z.object({ order: columnKeys, hidden: columnKeys }));
/** What a view is called. */
export const viewTitle = filled(viewLimits.nameChars, '视图名称');

/** A view of a list (视图): filters, order and columns under a name. */
export const savedView = z.object({
  id,
  version: z.int(),
  name: viewTitle,
  query: viewQuery,
  columns: viewColumns,
  /** Whether colleagues see it. */
  isShared: z.boolean(),
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
