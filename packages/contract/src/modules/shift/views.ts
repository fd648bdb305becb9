import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { shift } from './resource.ts';

export const shiftGate = z.object({
  key: z.enum(['vehicle', 'papers', 'driver', 'relay', 'night', 'load', 'hours', 'talk']),
  label: z.string(),
  /** Whether a failed condition prevents departure; false if it only causes a warning. */
  must: z.boolean(),
  ok: z.boolean(),
  note: z.string(),
  /** Where the data comes from, as text for display: 来自：人员证件. */
  from: z.nullable(z.string()),
});
export type ShiftGate = z.output<typeof shiftGate>;

export const boardShift = z.object({
  shift: shift.row,
  plateNo: z.string(),
  plateColor: z.string(),
  seats: z.nullable(z.int()),
  gates: z.array(shiftGate),
  /** Number of failed conditions that block departure. */
  blocked: z.int(),
});
export type BoardShift = z.output<typeof boardShift>;

export const shiftBoard = z.object({
  day,
  asOf: instant,
  shifts: z.array(boardShift),
  /** Whether there are more shifts than the board shows. */
  more: z.boolean(),
  stations: z.array(z.object({ id, name: z.string() })),
});
export type ShiftBoard = z.output<typeof shiftBoard>;
