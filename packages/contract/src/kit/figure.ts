import * as z from 'zod/mini';
import { instant } from '../domain/fields.ts';

/** A statistical number with its parts and its period. */
export const figure = z.object({
  /** Key of the measure that declares the number, for example `danger.overdue`. */
  measure: z.string(),
  /** A count, or a percentage with one decimal; null if the denominator is 0. */
  value: z.nullable(z.number()),
  numerator: z.int(),
  /** Denominator of a percentage; null for a count. */
  denominator: z.nullable(z.int()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  asOf: instant,
  /**
   * Address of the screen that lists the counted rows with the same filter, for a percentage the rows of the
   * denominator; null if there is none.
   */
  href: z.nullable(z.string()),
  /** Address of the screen that lists the rows of a percentage's numerator; null if there is none. */
  partHref: z.nullable(z.string()),
});
export type Figure = z.output<typeof figure>;
