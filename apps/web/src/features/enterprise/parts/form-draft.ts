import * as z from 'zod/mini';
import { forget, keep, recall } from '#lib/storage.ts';
import { draftOf, type FormValues } from '../rules.ts';

const draft = z.object({
  /** The version that the person saw. */
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
});
/** What was typed and not saved, without classified fields. */
export interface FormDraft {
  version: number;
  values: FormValues;
}

const nameOf = (id: string | undefined) => `draft-enterprise-${id ?? 'new'}`;

/** What was typed here before, if anything. */
export const readDraft = (id: string | undefined): FormDraft | undefined => recall('session', nameOf(id), draft);
/** Keeps what has been typed; the browser's tab forgets it when it closes. */
export const writeDraft = (id: string | undefined, { version, values }: FormDraft): void =>
  keep('session', nameOf(id), { version, values: draftOf(values) });
/** Lets the draft go. */
export const dropDraft = (id: string | undefined): void => forget('session', nameOf(id));
