import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { course } from './resource.ts';

/** A course that a plan may be made of. */
export const offeredCourse = z.object({
  id,
  /** 课程名称 */
  title: z.string(),
  /** Whether it is the unit's for all. */
  shared: z.boolean(),
  /** 课时数 */
  lessonCount: z.int(),
  /** Total length in seconds. */
  seconds: z.int(),
});
/** A course that a plan may be made of. */
export type OfferedCourse = z.output<typeof offeredCourse>;

/** Calls of courses (课程). */
export const courseCalls = {
  ...crud(course, '/bus/course', { impersonation: false }),
  offered: get('/bus/course/offered', {
    input: z.object({ /** The enterprise whose own courses count too. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(offeredCourse)),
    permit: 'bus:course:index',
    origin: 'chosen',
  }),
};
