import * as z from 'zod/mini';
import { notice, titleWord } from './announcement-feed.ts';
import { day, flag, id, instant, oneOrMany } from '../../domain/fields.ts';
import type { Permit } from '../../permits.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/call-table.ts';

export const kinds = z.optional(oneOrMany(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))));

const inboxFilter = {
  keyword: z.optional(titleWord),
  kind: kinds,
  unread: z.optional(flag),
  from: z.optional(day),
  to: z.optional(day),
  /** Id of the last row of the previous page. New announcements do not shift the next page. */
  before: z.optional(id),
  /** Publication time of the row in `before`; required with it. */
  beforeAt: z.optional(instant),
  /** Whether the row in `before` is pinned; required with it. */
  beforePinned: z.optional(flag),
};

export const inbox = (permit: Permit) => ({
  input: pageQuery(inboxFilter, []),
  answer: enveloped(pageOf(notice)),
  permit,
});

export const announcementFeedCalls = { inbox: get('/bus/notice/inbox', inbox('bus:notice:index')) };
