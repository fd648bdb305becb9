import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { course } from './resource.ts';

export const offeredCourse = z.object({
  id,
  title: z.string(),
  shared: z.boolean(),
  lessonCount: z.int(),
  seconds: z.int(),
  /** People of the caller's enterprises who have to learn the course, and those who have completed their plan. */
  learners: z.int(),
  done: z.int(),
});
export type OfferedCourse = z.output<typeof offeredCourse>;

export const courseCalls = {
  ...crud(course, '/bus/course', { impersonation: false }),
  offered: get('/bus/course/offered', {
    input: z.object({ /** Id of an enterprise whose own courses are also returned. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(offeredCourse)),
    permit: 'bus:course:index',
  }),
};
