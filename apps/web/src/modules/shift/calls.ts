import { shiftCalls } from '@anlan/contract/modules/shift/calls';
import { queryOptions } from '@tanstack/react-query';
import { shift } from '@anlan/contract/modules/shift/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';

export { shiftCalls };
export const boundShift = bindResource(shift, shiftCalls);

export const shifts = api(shiftCalls);
export const shiftKey = ['shift'] as const;
/** The shifts of one day. Without an id: the user's own enterprise, or all that the user oversees. */
export const boardOf = (day: string, enterpriseId?: string) =>
  queryOptions({
    queryKey: [...shiftKey, 'board', day, enterpriseId],
    queryFn: ({ signal }) => shifts.board({ day, ...(enterpriseId ? { enterpriseId } : {}) }, { signal, quiet: true }),
  });
