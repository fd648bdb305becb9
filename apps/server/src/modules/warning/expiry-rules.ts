// Loads the rules of item types from data/expiry-rules.json, once.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { expirySubjects } from '@anlan/contract/modules/warning/resource';

const rule = z.object({
  code: z.string(),
  label: z.string(),
  subject: z.enum([...expirySubjects]),
  /** Months until the next expiry date, used when no document gives a date. */
  cycleMonths: z.nullable(z.int()),
  /** Numbers of days before expiry on which people get a reminder, earliest reminder first. */
  remindDays: z.array(z.int()),
  blocking: z.boolean(),
});
export type ExpiryRule = z.output<typeof rule>;

const file = z.object({ items: z.array(z.looseObject({ code: z.string() })) });
const read: unknown = JSON.parse(readFileSync(new URL('../../../data/expiry-rules.json', import.meta.url), 'utf8'));

/** Rules by code of the item type. Memberships are not included, because they concern payment. */
export const expiryRules: ReadonlyMap<string, ExpiryRule> = new Map(
  z
    .parse(file, read)
    .items.filter(({ code }) => code !== 'membership')
    .map((item) => [item.code, z.parse(rule, item)]),
);
