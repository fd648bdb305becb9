import { courseCalls } from '@anlan/contract/modules/course/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const { offered } = api({ offered: courseCalls.offered });

/** Courses that the caller's enterprise may use, with its numbers of learners. */
export const offeredCourses = callQuery(['course', 'offered', undefined], offered, {});
