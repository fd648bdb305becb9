import * as z from 'zod/mini';
import { usePerson } from '#lib/person.ts';
import { draftsOf, forget, keep, recall } from '#lib/storage.ts';
import { tenantOf, tokens } from '#lib/tokens.ts';

const lifeMs = 24 * 3600 * 1000;

const kept = z.object({
  /** When it was last typed in, epoch milliseconds. */
  at: z.number(),
  /** The version that the person saw. */
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
});
/** What was typed and not saved. */
export interface Draft {
  /** The version of the row that the person saw. */
  version: number;
  values: Record<string, unknown>;
}

// Another person at the same browser has drafts of their own, and so has the same one in another unit or enterprise.
const nameOf = (form: string) =>
  `${draftsOf(tokens()?.userId ?? '')}${tenantOf() ?? ''}-${usePerson.getState().info?.sysUser.shopId ?? ''}-${form}`;

/** What was typed into a form here before, if anything; `form` names it and its row, for example station-new. */
export function readDraft(form: string): Draft | undefined {
  const found = recall('session', nameOf(form), kept);
  return found && found.at > Date.now() - lifeMs ? found : undefined;
}
/** Keeps what has been typed; the browser's tab forgets it when it closes. */
export function writeDraft(form: string, { version, values }: Draft): void {
  if (tokens() === null) return;
  // What was emptied stays empty: JSON knows no undefined.
  const typed = Object.entries(values).map(([field, value]) => [field, value ?? null]);
  keep('session', nameOf(form), { at: Date.now(), version, values: Object.fromEntries(typed) });
}
/** Lets the draft go. */
export const dropDraft = (form: string): void => forget('session', nameOf(form));
