import * as z from 'zod/mini';
import { day, whole } from '../../domain/fields.ts';

/** What is counted; each number opens its rows. */
export const wxStatKinds = ['followed', 'left', 'received', 'answered', 'automatic', 'failed'] as const;
/** What is counted. */
export type WxStatKind = (typeof wxStatKinds)[number];

/** Numbers of one day, counted in what came in and went out. */
export const wxStatDay = z.object({
  day,
  /** Times somebody began to follow, and left. */
  followed: whole,
  left: whole,
  /** Messages of followers; events are none. */
  received: whole,
  /** Messages that people sent, and automatic answers. */
  answered: whole,
  automatic: whole,
  /** Messages of ours that WeChat did not take. */
  failed: whole,
  /** Followers who wrote. */
  writers: whole,
});
/** Numbers of one day. */
export type WxStatDay = z.output<typeof wxStatDay>;
