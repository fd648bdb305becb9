import * as z from 'zod/mini';

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
