import { courseCalls } from '@anlan/contract/modules/course/calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const { offered } = api({ offered: courseCalls.offered });
const { departments } = api({ departments: staffCalls.departments });

export const coursesOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['course', 'offered', enterpriseId],
    queryFn: ({ signal }) => offered(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
export const departmentsOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'departments', enterpriseId],
    queryFn: ({ signal }) => departments(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
