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

/** A change as people read it: the field by its label, values by their names and words. */
export const toldChange = z.extend(change, {
  /** What people call the field. */
  label: z.string(),
  /** The value before in words; empty where there was none. */
  was: z.string(),
  /** The value after in words; empty where there is none. */
  now: z.string(),
});
/** A change as people read it. */
export type ToldChange = z.output<typeof toldChange>;
