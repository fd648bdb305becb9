import { courseCalls } from '@anlan/contract/modules/course/calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const { offered } = api({ offered: courseCalls.offered });
const { departments } = api({ departments: staffCalls.departments });

export const coursesOf = (enterpriseId: string | undefined) =>
  callQuery(['course', 'offered', enterpriseId], offered, enterpriseId ? { enterpriseId } : {});
export const departmentsOf = (enterpriseId: string | undefined) =>
  callQuery(['employee', 'departments', enterpriseId], departments, enterpriseId ? { enterpriseId } : {});
