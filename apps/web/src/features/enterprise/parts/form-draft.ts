import * as z from 'zod/mini';
import { draftsOf, forget, keep, recall } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { draftOf, type FormValues } from '../rules.ts';

const lifeMs = 24 * 3600 * 1000;

const draft = z.object({
  /** When it was last typed in, epoch milliseconds. */
  at: z.number(),
  /** The version that the person saw. */
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
});
/** What was typed and not saved, without classified fields. */
export interface FormDraft {
  version: number;
  values: FormValues;
}

// Another person at the same browser has drafts of their own.
const nameOf = (id: string | undefined) => `${draftsOf(tokens()?.userId ?? '')}enterprise-${id ?? 'new'}`;

/** What was typed here before, if anything. */
export function readDraft(id: string | undefined): FormDraft | undefined {
  const found = recall('session', nameOf(id), draft);
  return found && found.at > Date.now() - lifeMs ? found : undefined;
}
/** Keeps what has been typed; the browser's tab forgets it when it closes. */
export function writeDraft(id: string | undefined, { version, values }: FormDraft): void {
  if (tokens() !== null) keep('session', nameOf(id), { at: Date.now(), version, values: draftOf(values) });
}
/** Lets the draft go. */
export const dropDraft = (id: string | undefined): void => forget('session', nameOf(id));
