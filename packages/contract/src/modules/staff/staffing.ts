import * as z from 'zod/mini';

/** Safety staff that the law requires of an enterprise, compared with its actual staff (安全人员配备). */
export const staffing = z.object({
  /** Whether the safety staff must be full-time; false if they may have other duties. */
  fullTime: z.boolean(),
  needed: z.int(),
  managers: z.int(),
  /** Whether enterprises of this kind usually have a separate safety department. */
  body: z.boolean(),
  /** Legal basis of the requirement. */
  basis: z.string(),
  /** Texts for display about missing staff; empty if nothing is missing. */
  gaps: z.array(z.string()),
});
export type Staffing = z.output<typeof staffing>;
