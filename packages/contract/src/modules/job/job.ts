import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

export const jobState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export const job = z.object({
  id,
  /** Kind of the job, for example enterprise.import. */
  kind: z.string(),
  /** Title of the job, for example 批量停产停业; null if the kind describes it well enough. */
  title: z.nullable(z.string()),
  createdAt: instant,
  state: jobState,
  done: z.int(),
  /** Total number of steps; null while it is unknown. */
  total: z.nullable(z.int()),
  message: z.nullable(z.string()),
  resultUrl: z.nullable(z.string()),
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** Last moment at which the owner may revert the job; null if the job cannot be reverted. */
  undoUntil: z.nullable(instant),
});
export type Job = z.output<typeof job>;
