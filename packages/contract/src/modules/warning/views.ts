import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';

/** A former version of a document, which a renewal replaced. */
export const warningVersion = z.object({
  id,
  edition: z.int(),
  validTo: day,
  papers: z.array(z.object({ id, name: z.string() })),
  /** When and by whom the document was replaced. The person is null if a change of other data replaced it. */
  replacedAt: instant,
  replacedBy: z.nullable(z.string()),
});
export type WarningVersion = z.output<typeof warningVersion>;

/** Number of open warnings by level. */
export const warningCounts = z.object({ expired: z.int(), urgent: z.int(), soon: z.int(), early: z.int() });
export type WarningCounts = z.output<typeof warningCounts>;

/** Daily digest of one person (到期提醒), computed at 08:30. */
export const warningDigest = z.object({
  day,
  expired: z.int(),
  urgent: z.int(),
  soon: z.int(),
  early: z.int(),
  enterprises: z.int(),
  /** Name of the item with the earliest last day. */
  first: z.string(),
  toldAt: instant,
  readAt: z.nullable(instant),
});
export type WarningDigest = z.output<typeof warningDigest>;
