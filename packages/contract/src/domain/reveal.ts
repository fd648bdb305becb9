import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { cleanText, id } from './fields.ts';

export const revealInput = z.object({
  /** Resource of the record, for example enterprise, user or station. */
  room: z.string().check(z.regex(/^[a-z][A-Za-z]{1,39}$/)),
  id,
  field: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** Reason why the person wants to see the value; written to the audit log. */
  reason: z
    .string('请填写查看原因')
    .check(
      z.overwrite(cleanText),
      z.minLength(limits.reasonMin, `查看原因至少 ${limits.reasonMin} 个字`),
      z.maxLength(limits.noteMax, `查看原因最多 ${limits.noteMax} 个字`),
    ),
});
export type RevealInput = z.output<typeof revealInput>;

export const revealedValue = z.object({
  /** Unmasked value; null if the field is empty. */
  value: z.nullable(z.string()),
});
export type RevealedValue = z.output<typeof revealedValue>;
