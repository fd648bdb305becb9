// Apart from what writes announcements: home shows the feed, and would carry all of that on its first visit.
import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { id, instant, text } from '../../domain/fields.ts';

/** A piece of a title, as a list looks for it. */
export const titleWord = text(limits.search.max);

/** An announcement or notice in its reader's list. */
export const notice = z.object({
  /** Id. */
  id,
  /** 标题 */
  title: z.string(),
  /** 类别 */
  kind: z.string(),
  /** The beginning of the text, without marks. */
  summary: z.string(),
  /** The unit it comes from. */
  fromName: z.string(),
  /** 发布时间 */
  publishAt: instant,
  /** 置顶 */
  pinned: z.boolean(),
  /** 需要回执 */
  needReceipt: z.boolean(),
  /** Whether files go with it. */
  hasFiles: z.boolean(),
  /** Whether its publisher has asked again those who have not answered. */
  reminded: z.boolean(),
  /** When the caller read it. */
  readAt: z.nullable(instant),
  /** When the caller confirmed it. */
  receiptAt: z.nullable(instant),
});
/** An announcement or notice in its reader's list. */
export type Notice = z.output<typeof notice>;
