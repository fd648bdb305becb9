import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** The secret of a code on a wall. */
export const reportToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '举报码无效'));

/** A code on a wall (举报码) by which staff report without an account. */
export const reportCode = z.object({
  id,
  /** Where it hangs. */
  name: z.string(),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  createdAt: instant,
  /** How many reports came by it. */
  reports: z.int(),
});
/** A code on a wall. */
export type ReportCode = z.output<typeof reportCode>;
/** What whoever scans a code sees: for whom they write, and nothing of what others wrote. */
export const reportView = z.object({
  enterpriseName: z.string(),
  /** Where the code hangs. */
  name: z.string(),
});
/** What whoever scans a code sees. */
export type ReportView = z.output<typeof reportView>;
