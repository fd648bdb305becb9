import * as z from 'zod/mini';
import { day, whole } from '../../domain/fields.ts';

/** Counts of the statistics. Each one links to its rows. */
export const wxStatKinds = ['followed', 'left', 'received', 'answered', 'automatic', 'failed'] as const;
export type WxStatKind = (typeof wxStatKinds)[number];

export const wxStatDay = z.object({
  day,
  /** Number of people who started to follow the account. */
  followed: whole,
  /** Number of people who stopped following the account. */
  left: whole,
  /** Number of messages of followers, without events. */
  received: whole,
  /** Number of messages that staff wrote. */
  answered: whole,
  /** Number of automatic answers. */
  automatic: whole,
  /** Number of messages that WeChat refused. */
  failed: whole,
  /** Number of followers who sent a message. */
  writers: whole,
});
export type WxStatDay = z.output<typeof wxStatDay>;
