import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { keptFile } from '../checklist/item.ts';
import { sessionKinds } from './resource.ts';

/** Seconds that one code is shown; the one before is taken for as long again, for those who were just scanning. */
export const codeSeconds = 15;

/** What a code carries: the session, the span of seconds that it is for, and a proof that we made it. */
export const sessionCode = z
  .string('二维码无效')
  .check(z.regex(/^[0-9a-f-]{36}\.[0-9]{1,12}\.[0-9a-f]{32}$/, '二维码无效'));

/** The code on the wall for now. */
export const shownCode = z.object({
  /** What the QR says. */
  code: sessionCode,
  /** Milliseconds until the next one. */
  leftMs: z.int(),
  /** People who have signed in. */
  people: z.int(),
  /** Of them those who have signed. */
  signed: z.int(),
});

/** Somebody who was there. */
export const attendee = z.object({
  id,
  employeeId: id,
  name: z.string(),
  department: z.nullable(z.string()),
  /** By the code, or entered by those who held the session. */
  way: z.enum(['code', 'keeper']),
  arrivedAt: instant,
  signature: z.nullable(keptFile),
  signedAt: z.nullable(instant),
  /** Class hours that were credited. */
  hours: z.nullable(z.number()),
});
/** Somebody who was there. */
export type Attendee = z.output<typeof attendee>;

/** One's own attendance. */
export const ownAttendance = z.object({
  /** Of the attendance, to sign it. */
  id,
  topic: z.string(),
  kind: z.enum(sessionKinds),
  trainer: z.string(),
  arrivedAt: instant,
  signed: z.boolean(),
});
/** One's own attendance. */
export type OwnAttendance = z.output<typeof ownAttendance>;
