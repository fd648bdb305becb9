import * as z from 'zod/mini';
import { change } from '../../domain/field-change.ts';
import { id, instant } from '../../domain/fields.ts';

export const historyEntry = z.object({
  id,
  at: instant,
  /** Name of the person at the time of the act. */
  byName: z.nullable(z.string()),
  call: z.string(),
  changes: z.array(change),
});
export type HistoryEntry = z.output<typeof historyEntry>;
