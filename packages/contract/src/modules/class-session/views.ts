import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { keptFile } from '../checklist/item.ts';
import { sessionKinds } from './resource.ts';

/** Seconds for which a code is still taken after the next one is shown, for those who were just scanning. */
export const codeGraceSeconds = 10;

/** What proves that somebody who scanned was there. */
export const attendanceProofs = { place: '扫码并定位', code: '仅二维码', far: '未到点' } as const;
const proof = z.enum(['place', 'code', 'far']);
/** What proves that somebody who scanned was there. */
export type AttendanceProof = z.output<typeof proof>;

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
  /** Seconds for which each code is shown. */
  seconds: z.int(),
  /** Whether the session has a place that positions are compared with. */
  located: z.boolean(),
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
  /** What proves it; null where they were entered, or scanned before proofs were stored. */
  proof: z.nullable(proof),
  arrivedAt: instant,
  signature: z.nullable(keptFile),
  signedAt: z.nullable(instant),
  /** Minutes that they were there, at most those planned; null before the end. */
  minutes: z.nullable(z.int()),
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
  /** What proves it; `far` does not count. */
  proof: z.nullable(proof),
  /** Metres between the session and the position that was given. */
  metres: z.nullable(z.int()),
  signed: z.boolean(),
});
/** One's own attendance. */
export type OwnAttendance = z.output<typeof ownAttendance>;
