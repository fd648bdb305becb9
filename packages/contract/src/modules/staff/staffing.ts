import * as z from 'zod/mini';

/** What the law asks of an enterprise's safety staff, and what it has (安全人员配备). */
export const staffing = z.object({
  /** Whether they must be full-time, or may have other duties too. */
  fullTime: z.boolean(),
  /** How many at least. */
  needed: z.int(),
  /** Safety managers who are at work. */
  managers: z.int(),
  /** Whether a body of its own is customary. */
  body: z.boolean(),
  /** The rule that says so. */
  basis: z.string(),
  /** What is missing, in words; none where all is there. */
  gaps: z.array(z.string()),
});
/** What the law asks of an enterprise's safety staff, and what it has. */
export type Staffing = z.output<typeof staffing>;
