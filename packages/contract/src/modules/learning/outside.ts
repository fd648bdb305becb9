// What links show people without an account (S83, S97): listed field by field, names masked.
import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { lessonMedia, type LessonMedia } from '../course/lesson.ts';
import { learningStates } from './task.ts';
import { certificateState } from './views.ts';

/** The secret of a link. */
export const learningToken = z.string('链接无效').check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接无效'));

/** A link as who keeps the row sees it. */
export const learningLink = z.object({
  id,
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  createdAt: instant,
});
/** A link. */
export type LearningLink = z.output<typeof learningLink>;

/** A plan as whoever has its link sees it (培训). */
export const trainingView = z.object({
  enterpriseName: z.string(),
  /** 计划名称 */
  title: z.string(),
  startOn: day,
  endOn: day,
  hoursRequired: z.number(),
  /** Whether nothing more is learned by it. */
  over: z.boolean(),
  /** Questions of its exam; 0 for none. */
  examCount: z.int(),
  signRequired: z.boolean(),
  lessons: z.array(
    z.object({
      title: z.string(),
      media: z.enum(Object.keys(lessonMedia) as [LessonMedia, ...LessonMedia[]]),
      seconds: z.int(),
    }),
  ),
  expiresAt: instant,
});
/** A plan as whoever has its link sees it. */
export type TrainingView = z.output<typeof trainingView>;

/** One person's record of learning (一人一档). */
export const personageView = z.object({
  /** 姓名, masked. */
  name: z.string(),
  enterpriseName: z.string(),
  /** Class hours by year, the last year first. */
  years: z.array(
    z.object({ year: z.int(), /** Before a screen. */ hours: z.number(), /** In a room. */ offlineHours: z.number() }),
  ),
  tasks: z.array(
    z.object({
      planTitle: z.string(),
      /** Kind of training, as the dictionary of kinds has it. */
      kind: z.string(),
      status: z.enum(learningStates),
      hours: z.number(),
      offlineHours: z.number(),
      score: z.nullable(z.int()),
      passedOn: z.nullable(day),
      certificateNo: z.nullable(z.string()),
      certificate: z.nullable(certificateState),
    }),
  ),
  /** Talks, meetings and classes. */
  sessions: z.array(z.object({ topic: z.string(), heldOn: day, minutes: z.int(), signed: z.boolean() })),
  /** Null for one's own. */
  expiresAt: z.nullable(instant),
});
/** One person's record of learning. */
export type PersonageView = z.output<typeof personageView>;
