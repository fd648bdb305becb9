import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** State of long work. */
export const jobState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
/** Long work: an import, an export. */
export const job = z.object({
  /** Id of the work. */
  id,
  /** What it is, for example enterprise.import. */
  kind: z.string(),
  /** What a person calls it, for example 批量停产停业; null where the kind says enough. */
  title: z.nullable(z.string()),
  /** When it was asked for. */
  createdAt: instant,
  /** Where it stands. */
  state: jobState,
  /** Units finished. */
  done: z.int(),
  /** Units in all, or null while unknown. */
  total: z.nullable(z.int()),
  /** What to tell the person, or null. */
  message: z.nullable(z.string()),
  /** Address of the result, or null. */
  resultUrl: z.nullable(z.string()),
  /** Figures of the result, by name. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** Until when its owner may take it back as a whole; null where that is not possible. */
  undoUntil: z.nullable(instant),
});
/** Long work. */
export type Job = z.output<typeof job>;
