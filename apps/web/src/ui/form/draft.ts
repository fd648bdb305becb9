import * as z from 'zod/mini';
import { usePerson } from '#lib/current-user.ts';
import { draftsOf, deleteItem, saveItem, loadItem } from '#lib/storage.ts';
import { tenantOf, tokens } from '#lib/tokens.ts';

const lifeMs = 24 * 3600 * 1000;

const draftSchema = z.object({
  /** When the draft last changed, epoch milliseconds. */
  at: z.number(),
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
  before: z.optional(z.record(z.string(), z.unknown())),
});
export interface Draft {
  version: number;
  values: Record<string, unknown>;
  /** The values that the draft's fields had before the edit. They show whether another user changed a field since. */
  before?: Record<string, unknown> | undefined;
}

// The storage name of a draft contains user, tenant and enterprise, so that drafts of different users do not mix.
const nameOf = (form: string) =>
  `${draftsOf(tokens()?.userId ?? '')}${tenantOf() ?? ''}-${usePerson.getState().info?.sysUser.shopId ?? ''}-${form}`;

// JSON drops undefined values, so they become null. A field that the user cleared then stays empty after a restore.
const whole = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null]));

/**
 * Reads the draft of a form; undefined when there is none or it expired. `form` names the form and its row, for example
 * station-new.
 */
export function readDraft(form: string): Draft | undefined {
  const stored = loadItem('session', nameOf(form), draftSchema);
  return stored && stored.at > Date.now() - lifeMs ? stored : undefined;
}
export function writeDraft(form: string, { version, values, before }: Draft): void {
  if (tokens() === null) return;
  const fields = { values: whole(values), ...(before && { before: whole(before) }) };
  saveItem('session', nameOf(form), { at: Date.now(), version, ...fields });
}
export const dropDraft = (form: string): void => deleteItem('session', nameOf(form));
