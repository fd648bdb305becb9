import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { cleanText, id } from './fields.ts';

/** POST /upms/reveal. */
export const revealInput = z.object({
  /** Resource of the record: enterprise, user, station. */
  room: z.string().check(z.regex(/^[a-z][A-Za-z]{1,39}$/)),
  /** Which record. */
  id,
  /** Which of its masked fields. */
  field: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** Why; it stands in the log. */
  reason: z
    .string('请填写查看原因')
    .check(
      z.overwrite(cleanText),
      z.minLength(limits.reasonMin, `查看原因至少 ${limits.reasonMin} 个字`),
      z.maxLength(limits.noteMax, `查看原因最多 ${limits.noteMax} 个字`),
    ),
});
/** A masked field that somebody needs to see. */
export type RevealInput = z.output<typeof revealInput>;

/** What stands behind the mask. */
export const revealed = z.object({
  /** The value, whole; null where nothing was filled in. */
  value: z.nullable(z.string()),
});
/** What stands behind the mask. */
export type Revealed = z.output<typeof revealed>;
