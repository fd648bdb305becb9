// What is known of the types of items: data/expiry-rules.json, read once.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { expirySubjects } from '@anlan/contract/modules/warning/resource';

const rule = z.object({
  code: z.string(),
  label: z.string(),
  subject: z.enum([...expirySubjects]),
  /** Months until the next date where no paper says otherwise. */
  cycleMonths: z.nullable(z.int()),
  /** Days before the end on which people are told, the first one first. */
  remindDays: z.array(z.int()),
  blocking: z.boolean(),
});
/** What is known of a type of items. */
export type ExpiryRule = z.output<typeof rule>;

const file = z.object({ items: z.array(z.looseObject({ code: z.string() })) });
const read: unknown = JSON.parse(readFileSync(new URL('../../../data/expiry-rules.json', import.meta.url), 'utf8'));

/** Every type of items, by code. A membership is a matter of payment and no item of safety (domain.md §2.9). */
export const expiryRules: ReadonlyMap<string, ExpiryRule> = new Map(
  z
    .parse(file, read)
    .items.filter(({ code }) => code !== 'membership')
    .map((item) => [item.code, z.parse(rule, item)]),
);
