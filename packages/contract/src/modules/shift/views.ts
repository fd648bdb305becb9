import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { shift } from './resource.ts';

/** One condition of a departure: whether it holds, and what it says. */
export const shiftGate = z.object({
  key: z.enum(['vehicle', 'papers', 'driver', 'relay', 'night', 'load', 'hours', 'talk']),
  label: z.string(),
  /** Whether the shift may not leave without it, or is only warned of. */
  must: z.boolean(),
  ok: z.boolean(),
  note: z.string(),
  /** Where that is known from: 来自：人员证件. */
  from: z.nullable(z.string()),
});
/** One condition of a departure. */
export type ShiftGate = z.output<typeof shiftGate>;

/** A shift on the board of its day. */
export const boardShift = z.object({
  shift: shift.row,
  plateNo: z.string(),
  plateColor: z.string(),
  seats: z.nullable(z.int()),
  gates: z.array(shiftGate),
  /** How many conditions that must hold do not. */
  blocked: z.int(),
});
/** A shift on the board of its day. */
export type BoardShift = z.output<typeof boardShift>;

/** The shifts of one day. */
export const shiftBoard = z.object({
  day,
  asOf: instant,
  shifts: z.array(boardShift),
  /** More than the board shows. */
  more: z.boolean(),
  stations: z.array(z.object({ id, name: z.string() })),
});
/** The shifts of one day. */
export type ShiftBoard = z.output<typeof shiftBoard>;
