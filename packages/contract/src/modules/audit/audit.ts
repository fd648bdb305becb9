import * as z from 'zod/mini';
import { change } from '../../domain/change.ts';
import { id, instant } from '../../domain/fields.ts';

/** What happened to a thing, as its history shows it. */
export const historyEntry = z.object({
  /** Id of the audit row. */
  id,
  /** When. */
  at: instant,
  /** Who: the name shown then. */
  byName: z.nullable(z.string()),
  /** The call, module.verb. */
  call: z.string(),
  /** What changed. */
  changes: z.array(change),
});
/** What happened to a thing. */
export type HistoryEntry = z.output<typeof historyEntry>;
