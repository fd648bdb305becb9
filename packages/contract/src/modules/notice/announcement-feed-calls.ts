import * as z from 'zod/mini';
import { notice, titleWord } from './announcement-feed.ts';
import { day, flag, id, instant, several } from '../../domain/fields.ts';
import type { Permit } from '../../permits.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/dialect.ts';

/** Kinds to choose by. */
export const kinds = z.optional(several(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))));

/** Filters of the reader's list. */
const inboxFilter = {
  /** Part of the title. */
  keyword: z.optional(titleWord),
  /** 类别 */
  kind: kinds,
  /** Only those not read yet. */
  unread: z.optional(flag),
  /** Out since this day. */
  from: z.optional(day),
  /** Out until this day. */
  to: z.optional(day),
  /** Those below this one in the list, with what it said of itself; what comes out meanwhile moves no piece. */
  before: z.optional(id),
  /** Its 发布时间; with `before`. */
  beforeAt: z.optional(instant),
  /** Whether it stood among the pinned ones; with `before`. */
  beforePinned: z.optional(flag),
};

/** What is common to the lists of readers. */
export const inbox = (permit: Permit) => ({
  input: pageQuery(inboxFilter, []),
  answer: enveloped(pageOf(notice)),
  permit,
  origin: 'chosen' as const,
});

/** What a person was told last. */
export const announcementFeedCalls = {
  inbox: get('/bus/notice/inbox', inbox('bus:notice:index')),
};
