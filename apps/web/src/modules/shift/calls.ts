import { shiftCalls } from '@anlan/contract/modules/shift/calls';
import { queryOptions } from '@tanstack/react-query';
import { shift } from '@anlan/contract/modules/shift/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';

export { shiftCalls };
/** Shifts, as the kit's dialogs move them. */
export const boundShift = bindResource(shift, shiftCalls);

/** Calls about shifts. */
export const shifts = api(shiftCalls);
/** Everything that has been read of shifts. */
export const shiftKey = ['shift'] as const;
/** The shifts of a day; of one's own enterprise where none is named. */
export const boardOf = (day: string, enterpriseId?: string) =>
  queryOptions({
    queryKey: [...shiftKey, 'board', day, enterpriseId],
    queryFn: ({ signal }) => shifts.board({ day, ...(enterpriseId ? { enterpriseId } : {}) }, { signal, quiet: true }),
  });
