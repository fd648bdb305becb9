import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { fileReference } from '../checklist/check-item.ts';
import { sessionKinds } from './resource.ts';

/** Seconds for which the previous attendance code stays valid, for people who are scanning it when it changes. */
export const codeGraceSeconds = 10;

export const attendanceProofs = { place: '扫码并定位', code: '仅二维码', far: '未到点' } as const;
const proof = z.enum(['place', 'code', 'far']);
export type AttendanceProof = z.output<typeof proof>;

/** Content of the QR code: the session, the time slot in seconds, and a signature of the server. */
export const sessionCode = z
  .string('二维码无效')
  .check(z.regex(/^[0-9a-f-]{36}\.[0-9]{1,12}\.[0-9a-f]{32}$/, '二维码无效'));

export const currentCode = z.object({
  code: sessionCode,
  leftMs: z.int(),
  seconds: z.int(),
  /** Whether the session has a recorded place, so that positions can be compared with it. */
  located: z.boolean(),
  people: z.int(),
  signed: z.int(),
});

export const attendee = z.object({
  id,
  employeeId: id,
  name: z.string(),
  department: z.nullable(z.string()),
  /** How the person was recorded. `code`: scanned the attendance code; `keeper`: entered by the leader. */
  way: z.enum(['code', 'keeper']),
  /**
   * Result of the position check. Null if the leader entered the person, or the person scanned before this server
   * checked positions.
   */
  proof: z.nullable(proof),
  arrivedAt: instant,
  signature: z.nullable(fileReference),
  signedAt: z.nullable(instant),
  /** Minutes of attendance, at most the planned minutes; null before the end. */
  minutes: z.nullable(z.int()),
  hours: z.nullable(z.number()),
});
export type Attendee = z.output<typeof attendee>;

export const ownAttendance = z.object({
  id,
  topic: z.string(),
  kind: z.enum(sessionKinds),
  trainer: z.string(),
  arrivedAt: instant,
  /** Result of the position check. The attendance does not count if it is `far`. */
  proof: z.nullable(proof),
  /** Distance between the session and the person's position, in metres. */
  metres: z.nullable(z.int()),
  signed: z.boolean(),
});
export type OwnAttendance = z.output<typeof ownAttendance>;
