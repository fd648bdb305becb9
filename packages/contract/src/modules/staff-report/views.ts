import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

export const reportToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '举报码无效'));

/** A report code (举报码): a QR code on a wall. Employees scan it to report a danger without an account. */
export const reportCode = z.object({
  id,
  name: z.string(),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  createdAt: instant,
  reports: z.int(),
});
export type ReportCode = z.output<typeof reportCode>;
/** Data for a person who scans the report code: the enterprise and the place, but no reports of other people. */
export const reportView = z.object({
  enterpriseName: z.string(),
  name: z.string(),
});
export type ReportView = z.output<typeof reportView>;
