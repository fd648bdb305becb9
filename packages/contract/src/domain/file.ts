import * as z from 'zod/mini';

/** A stored file as the uploader learns of it. */
export const storedFile = z.object({
  /** Own address of the file. */
  url: z.string(),
  /** Name it was sent under, cleaned. */
  name: z.string(),
});
/** A stored file as the uploader learns of it. */
export type StoredFile = z.output<typeof storedFile>;
