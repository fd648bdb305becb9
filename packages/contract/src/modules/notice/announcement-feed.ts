// This file is separate from the announcement editor: the home page loads the feed without the schemas of the editor.
import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { day, id, instant, text } from '../../domain/fields.ts';

export const titleWord = text(limits.search.max);

export const notice = z.object({
  id,
  title: z.string(),
  kind: z.string(),
  /** Beginning of the text, without markup. */
  summary: z.string(),
  fromName: z.string(),
  publishAt: instant,
  pinned: z.boolean(),
  needReceipt: z.boolean(),
  /** Last day for the receipt; null if there is none. */
  receiptDueOn: z.nullable(day),
  hasFiles: z.boolean(),
  /** Whether the publisher has reminded the people who have not answered. */
  reminded: z.boolean(),
  readAt: z.nullable(instant),
  receiptAt: z.nullable(instant),
});
export type Notice = z.output<typeof notice>;
