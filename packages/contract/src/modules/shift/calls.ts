import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { shift } from './resource.ts';
import { shiftBoard } from './views.ts';

export const shiftCalls = {
  ...crud(shift, '/bus/shift', { impersonation: false }),
  board: get('/bus/shift/board', {
    input: z.object({
      day: z.optional(day),
      /** Id of an enterprise; by default the caller's own, or all that the caller oversees. */
      enterpriseId: z.optional(id),
    }),
    answer: enveloped(shiftBoard),
    permit: 'bus:shift:index',
  }),
};
