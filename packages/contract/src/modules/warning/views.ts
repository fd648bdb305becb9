import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';

/** A paper that a renewal put another one in place of. */
export const warningVersion = z.object({
  id,
  /** Its number, from 1. */
  edition: z.int(),
  /** Last day on which it was valid. */
  validTo: day,
  papers: z.array(z.object({ id, name: z.string() })),
  /** When another one took its place, and who saw to that; null where a change of the file did. */
  replacedAt: instant,
  replacedBy: z.nullable(z.string()),
});
/** A paper that a renewal put another one in place of. */
export type WarningVersion = z.output<typeof warningVersion>;

/** How many warnings stand at each level, among those that nobody has settled. */
export const warningCounts = z.object({ expired: z.int(), urgent: z.int(), soon: z.int(), early: z.int() });
/** How many warnings stand at each level. */
export type WarningCounts = z.output<typeof warningCounts>;

/** What one person was told of a day (到期提醒): what their items came to at half past eight. */
export const warningDigest = z.object({
  day,
  expired: z.int(),
  urgent: z.int(),
  soon: z.int(),
  early: z.int(),
  /** How many enterprises the items are of. */
  enterprises: z.int(),
  /** The item whose last day comes first. */
  first: z.string(),
  toldAt: instant,
  readAt: z.nullable(instant),
});
/** What one person was told of a day. */
export type WarningDigest = z.output<typeof warningDigest>;
