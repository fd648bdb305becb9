import { courseCalls } from '@anlan/contract/modules/course/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const { offered } = api({ offered: courseCalls.offered });

/** Courses that the caller's enterprise may use, with its numbers of learners. */
export const offeredCourses = queryOptions({
  queryKey: ['course', 'offered', undefined],
  queryFn: ({ signal }) => offered({}, { signal, quiet: true }),
});
