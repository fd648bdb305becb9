import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { lessonMedia, type LessonMedia } from '../course/lesson.ts';
import { faceCheck, heldState, sittingFace } from './face.ts';
import { learningStates } from './task.ts';

const ms = z.int().check(z.gte(0), z.lte(24 * 3_600_000));
/** A stretch of a lesson in milliseconds. */
const stretch = z.object({ from: z.int(), to: z.int() });

/** A task as its learner sees it in their list. */
export const ownTask = z.object({
  id,
  /** 计划名称 */
  planTitle: z.string(),
  /** 学习状态 */
  status: z.enum(learningStates),
  dueOn: day,
  /** First day of the plan; nothing is learned before it. */
  startOn: day,
  /** Whether the plan has ended, so that nothing more is learned by it. */
  over: z.boolean(),
  hours: z.number(),
  hoursRequired: z.number(),
  lessonCount: z.int(),
  lessonsDone: z.int(),
  score: z.nullable(z.int()),
  certificateNo: z.nullable(z.string()),
});
/** A task as its learner sees it in their list. */
export type OwnTask = z.output<typeof ownTask>;

/** A lesson as its learner sees it. */
export const ownLesson = z.object({
  key: z.string(),
  title: z.string(),
  media: z.enum(Object.keys(lessonMedia) as [LessonMedia, ...LessonMedia[]]),
  seconds: z.int(),
  /** Stretches that are credited. */
  credited: z.array(stretch),
  creditedMs: z.int(),
  /** Furthest place seen. */
  furthestMs: z.int(),
  /** Locked until the lessons before it are done. */
  state: z.enum(['done', 'open', 'locked']),
});
/** A lesson as its learner sees it. */
export type OwnLesson = z.output<typeof ownLesson>;

/** A sitting (学习记录). */
export const ownSitting = z.object({
  id,
  lessonTitle: z.string(),
  startedAt: instant,
  endedAt: z.nullable(instant),
  creditedMs: z.int(),
  /** Of it, what came later because there was no network. */
  offlineMs: z.int(),
  /** What was played and not counted. */
  refusedMs: z.int(),
  /** What was played while somebody's confirmation was waited for. */
  heldMs: z.int(),
  /** How that stands; null where nothing of it was asked for. */
  held: z.nullable(heldState),
  /** Face checks, the first above. */
  faceChecks: z.array(faceCheck),
});
/** A sitting. */
export type OwnSitting = z.output<typeof ownSitting>;

/** How a certificate stands. */
export const certificateStates = { valid: '有效', expired: '已过期', revoked: '已吊销' } as const;
/** How a certificate stands. */
export const certificateState = z.enum(
  Object.keys(certificateStates) as [keyof typeof certificateStates, ...(keyof typeof certificateStates)[]],
);
/** The secret of a certificate's address: the task, and a proof that we made it. */
export const certificateCode = z
  .string('合格证地址无效')
  .check(z.regex(/^[0-9a-f-]{36}\.[0-9a-f]{32}$/, '合格证地址无效'));
/** A certificate as whoever checks it sees it: listed field by field, the name masked. */
export const certificateView = z.object({
  no: z.string(),
  /** 姓名, masked. */
  holder: z.string(),
  /** 培训内容 */
  course: z.string(),
  enterpriseName: z.string(),
  hours: z.number(),
  issuedOn: day,
  /** Null for one without an end. */
  validTo: z.nullable(day),
  state: certificateState,
});
/** A certificate as whoever checks it sees it. */
export type CertificateView = z.output<typeof certificateView>;

/** A task with its lessons, for the player. */
export const taskView = z.object({
  ...ownTask.shape,
  enterpriseName: z.nullable(z.string()),
  lessons: z.array(ownLesson),
  sittings: z.array(ownSitting),
  offlineHours: z.number(),
  /** Milliseconds that wait for somebody's confirmation. */
  heldMs: z.int(),
  /** Its face checks; null where none are made. */
  face: z.nullable(z.object({ /** 同意时间 */ consentedAt: z.nullable(instant) })),
  /** Whether it is completed by the learner's own signature. */
  signRequired: z.boolean(),
  signedAt: z.nullable(instant),
  certificate: z.nullable(
    z.object({
      no: z.string(),
      state: certificateState,
      validTo: z.nullable(day),
      /** What its public address carries. */
      code: certificateCode,
    }),
  ),
  /** Minutes of one class hour. */
  hourMinutes: z.int(),
  exam: z.nullable(
    z.object({
      /** Questions of one exam. */
      count: z.int(),
      minutes: z.int(),
      passScore: z.int(),
      /** Times that are left. */
      left: z.int(),
    }),
  ),
});
/** A task with its lessons. */
export type TaskView = z.output<typeof taskView>;

/** Where a sitting stands. */
export const sittingState = z.object({
  /** Number of the last beat. */
  seq: z.int(),
  /** What the next beat must carry. */
  nonce: z.string(),
  credited: z.array(stretch),
  creditedMs: z.int(),
  furthestMs: z.int(),
  /** Milliseconds that this beat added. */
  addedMs: z.int(),
  /** Why something was not counted. */
  refused: z.nullable(z.enum(['seek', 'clock', 'nothing', 'face'])),
  /** Whether this beat had been counted before: its answer was lost on the way. */
  repeated: z.boolean(),
  lessonDone: z.boolean(),
  /** What is asked of the learner; nothing is credited until it is answered. Null where nothing is. */
  face: z.nullable(sittingFace),
  status: z.enum(learningStates),
});
/** Where a sitting stands. */
export type SittingState = z.output<typeof sittingState>;
/** A sitting that has begun. */
export const begunSitting = z.object({ id, ...sittingState.shape });

/** A heartbeat: what was played since the last one. */
export const beat = z.object({
  /** The sitting. */
  id,
  /** One more than that of the last beat. */
  seq: z.int().check(z.gte(1), z.lte(100_000)),
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  /** Where it began to play, and where it is, in milliseconds. */
  from: ms,
  to: ms,
  /** Set on the last beat of a sitting. */
  last: z.optional(z.boolean()),
});
/** A heartbeat. */
export type Beat = z.output<typeof beat>;
