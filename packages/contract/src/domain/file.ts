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

/** A link that shows one file to one person for a few minutes, without a token (S55). */
export const fileLink = z.object({
  /** Address to put into a picture or a new window. */
  url: z.string(),
  /** Media type of the file. */
  type: z.string(),
  /** Seconds it holds. */
  expiresIn: z.number(),
});
/** A link that shows one file to one person for a few minutes. */
export type FileLink = z.output<typeof fileLink>;
