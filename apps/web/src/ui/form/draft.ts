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
  before: z.optional(z.record(z.string(), z.unknown())),
});
/** What was typed and not saved. */
export interface Draft {
  /** The version of the row that the person saw. */
  version: number;
  values: Record<string, unknown>;
  /** What stood in these fields then, where a form tells by it whether others have changed them since. */
  before?: Record<string, unknown> | undefined;
}

// Another person at the same browser has drafts of their own, and so has the same one in another unit or enterprise.
const nameOf = (form: string) =>
  `${draftsOf(tokens()?.userId ?? '')}${tenantOf() ?? ''}-${usePerson.getState().info?.sysUser.shopId ?? ''}-${form}`;

// What was emptied stays empty: JSON knows no undefined.
const whole = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null]));

/** What was typed into a form here before, if anything; `form` names it and its row, for example station-new. */
export function readDraft(form: string): Draft | undefined {
  const found = recall('session', nameOf(form), kept);
  return found && found.at > Date.now() - lifeMs ? found : undefined;
}
/** Keeps what has been typed; the browser's tab forgets it when it closes. */
export function writeDraft(form: string, { version, values, before }: Draft): void {
  if (tokens() === null) return;
  const said = { values: whole(values), ...(before && { before: whole(before) }) };
  keep('session', nameOf(form), { at: Date.now(), version, ...said });
}
/** Lets the draft go. */
export const dropDraft = (form: string): void => forget('session', nameOf(form));
