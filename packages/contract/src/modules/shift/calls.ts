import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { shift } from './resource.ts';
import { shiftBoard } from './views.ts';

/** Calls of shifts (班次). */
export const shiftCalls = {
  ...crud(shift, '/bus/shift', { impersonation: false }),
  board: get('/bus/shift/board', {
    input: z.object({
      day: z.optional(day),
      /** The enterprise; the caller's own where it is left out. */
      enterpriseId: z.optional(id),
    }),
    answer: enveloped(shiftBoard),
    permit: 'bus:shift:index',
    origin: 'chosen',
  }),
};
