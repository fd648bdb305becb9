import { shiftCalls } from '@anlan/contract/modules/shift/calls';
import { shift } from '@anlan/contract/modules/shift/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export { shiftCalls };
export const boundShift = bindResource(shift, shiftCalls);

export const shifts = api(shiftCalls);
export const shiftKey = ['shift'] as const;
/** The shifts of one day. Without an id: the user's own enterprise, or all that the user oversees. */
export const boardOf = (day: string, enterpriseId?: string) =>
  callQuery([...shiftKey, 'board', day, enterpriseId], shifts.board, {
    day,
    ...(enterpriseId ? { enterpriseId } : {}),
  });
