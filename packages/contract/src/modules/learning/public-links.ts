// Data that links show to people without an account (S83, S97): selected fields, masked names.
import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { lessonMedia, type LessonMedia } from '../course/lesson.ts';
import { learningStates } from './states.ts';
import { certificateState } from './views.ts';

export const learningToken = z.string('链接无效').check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接无效'));

export const learningLink = z.object({
  id,
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  createdAt: instant,
});
export type LearningLink = z.output<typeof learningLink>;

export const trainingView = z.object({
  enterpriseName: z.string(),
  title: z.string(),
  startOn: day,
  endOn: day,
  hoursRequired: z.number(),
  over: z.boolean(),
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
export type TrainingView = z.output<typeof trainingView>;

export const personageView = z.object({
  /** Name of the person (姓名), masked. */
  name: z.string(),
  enterpriseName: z.string(),
  /** Class hours by year, latest year first. */
  years: z.array(z.object({ year: z.int(), hours: z.number(), offlineHours: z.number() })),
  tasks: z.array(
    z.object({
      planTitle: z.string(),
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
  sessions: z.array(z.object({ topic: z.string(), heldOn: day, minutes: z.int(), signed: z.boolean() })),
  /** Expiry of the link; null if people see their own record without a link. */
  expiresAt: z.nullable(instant),
});
export type PersonageView = z.output<typeof personageView>;
