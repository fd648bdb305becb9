import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { lessonMedia, type LessonMedia } from '../course/lesson.ts';
import { faceCheck, confirmationState, sittingFace } from './face.ts';
import { learningStates } from './states.ts';

const ms = z.int().check(z.gte(0), z.lte(24 * 3_600_000));
const stretch = z.object({ from: z.int(), to: z.int() });

export const ownTask = z.object({
  id,
  planTitle: z.string(),
  status: z.enum(learningStates),
  dueOn: day,
  /** First day on which learning is possible. */
  startOn: day,
  /** Whether the training plan has ended. Learning is then not possible. */
  over: z.boolean(),
  hours: z.number(),
  offlineHours: z.number(),
  hoursRequired: z.number(),
  lessonCount: z.int(),
  lessonsDone: z.int(),
  score: z.nullable(z.int()),
  certificateNo: z.nullable(z.string()),
});
export type OwnTask = z.output<typeof ownTask>;

export const ownLesson = z.object({
  key: z.string(),
  title: z.string(),
  media: z.enum(Object.keys(lessonMedia) as [LessonMedia, ...LessonMedia[]]),
  seconds: z.int(),
  credited: z.array(stretch),
  creditedMs: z.int(),
  furthestMs: z.int(),
  /** State of the lesson. `locked`: the previous lessons are not done. */
  state: z.enum(['done', 'open', 'locked']),
});
export type OwnLesson = z.output<typeof ownLesson>;

export const ownSitting = z.object({
  id,
  lessonTitle: z.string(),
  startedAt: instant,
  endedAt: z.nullable(instant),
  creditedMs: z.int(),
  /** Part of the credited time that was reported late because there was no network. */
  offlineMs: z.int(),
  /** Time that was played but not credited. */
  refusedMs: z.int(),
  /** Time that was played while manual confirmation was pending. */
  heldMs: z.int(),
  /** State of the manual confirmation; null if none was requested. */
  held: z.nullable(confirmationState),
  faceChecks: z.array(faceCheck),
});
export type OwnSitting = z.output<typeof ownSitting>;

export const certificateStates = { valid: '有效', expired: '已过期', revoked: '已吊销' } as const;
export const certificateState = z.enum(
  Object.keys(certificateStates) as [keyof typeof certificateStates, ...(keyof typeof certificateStates)[]],
);
/** Code of a certificate: id of the task and a signature of the server. */
export const certificateCode = z
  .string('合格证地址无效')
  .check(z.regex(/^[0-9a-f-]{36}\.[0-9a-f]{32}$/, '合格证地址无效'));
/** Public view of a certificate: selected fields, masked name. */
export const certificateView = z.object({
  no: z.string(),
  /** Name of the holder (姓名), masked. */
  holder: z.string(),
  course: z.string(),
  enterpriseName: z.string(),
  hours: z.number(),
  issuedOn: day,
  /** Last valid day; null if the certificate never expires. */
  validTo: z.nullable(day),
  state: certificateState,
});
export type CertificateView = z.output<typeof certificateView>;

export const taskView = z.object({
  ...ownTask.shape,
  enterpriseName: z.nullable(z.string()),
  lessons: z.array(ownLesson),
  sittings: z.array(ownSitting),
  /** Milliseconds of learning that wait for manual confirmation. */
  heldMs: z.int(),
  /** Consent to face checks; null if the task has none. */
  face: z.nullable(z.object({ consentedAt: z.nullable(instant) })),
  signRequired: z.boolean(),
  signedAt: z.nullable(instant),
  certificate: z.nullable(
    z.object({
      no: z.string(),
      state: certificateState,
      validTo: z.nullable(day),
      code: certificateCode,
    }),
  ),
  hourMinutes: z.int(),
  exam: z.nullable(
    z.object({
      count: z.int(),
      minutes: z.int(),
      passScore: z.int(),
      left: z.int(),
    }),
  ),
});
export type TaskView = z.output<typeof taskView>;

export const sittingState = z.object({
  seq: z.int(),
  /** Random value that the player must send with its next heartbeat. */
  nonce: z.string(),
  credited: z.array(stretch),
  creditedMs: z.int(),
  furthestMs: z.int(),
  addedMs: z.int(),
  refused: z.nullable(z.enum(['seek', 'clock', 'nothing', 'face'])),
  /** Whether this heartbeat was already counted; the player did not receive the first response. */
  repeated: z.boolean(),
  lessonDone: z.boolean(),
  /** Face check that the learner must answer before learning is credited. Null if there is none. */
  face: z.nullable(sittingFace),
  status: z.enum(learningStates),
});
export type SittingState = z.output<typeof sittingState>;
export const startedSitting = z.object({ id, ...sittingState.shape });

export const beat = z.object({
  id,
  /** Number of the heartbeat: the last number plus one. */
  seq: z.int().check(z.gte(1), z.lte(100_000)),
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  /** Start of the played part and current position, in milliseconds. */
  from: ms,
  to: ms,
  last: z.optional(z.boolean()),
});
export type Beat = z.output<typeof beat>;
