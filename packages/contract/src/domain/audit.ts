import * as z from 'zod/mini';
import { id, instant } from './fields.ts';

/** A change of one field, masked where the field is classified. */
export const change = z.object({
  /** Field name. */
  field: z.string(),
  /** Value before. */
  before: z.unknown(),
  /** Value after. */
  after: z.unknown(),
});
/** A change of one field. */
export type Change = z.output<typeof change>;

/** What happened to a thing, as its history shows it. */
export const historyEntry = z.object({
  /** Id of the audit row. */
  id,
  /** When. */
  at: instant,
  /** Who: the name shown then. */
  byName: z.nullable(z.string()),
  /** The call, room.verb. */
  call: z.string(),
  /** What changed. */
  changes: z.array(change),
});
/** What happened to a thing. */
export type HistoryEntry = z.output<typeof historyEntry>;
