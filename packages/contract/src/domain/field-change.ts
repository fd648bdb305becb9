import * as z from 'zod/mini';

/** A changed field with its old and new value. Values of classified fields are masked. */
export const change = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type Change = z.output<typeof change>;

/** A changed field with its label and its values in display form. */
export const labelledChange = z.extend(change, {
  label: z.string(),
  /** Old value in display form; empty if there was none. */
  was: z.string(),
  now: z.string(),
});
export type LabelledChange = z.output<typeof labelledChange>;
