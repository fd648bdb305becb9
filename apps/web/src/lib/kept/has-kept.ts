import * as z from 'zod/mini';
import { recall } from '../storage.ts';

/** The database of what is kept here. */
export const keptDatabase = 'anlan-kept';
/** Whether a note says that something was kept here. */
export const notesKept = (): boolean => recall('local', 'kept', z.boolean()) === true;
/** Whether anything was kept here since the storage was cleared; a browser that is killed may lose the short note of it. */
export async function hasKept(): Promise<boolean> {
  if (!('indexedDB' in globalThis) || globalThis.crypto?.subtle === undefined) return false;
  if (notesKept()) return true;
  const known = await indexedDB.databases?.().catch(() => []);
  return known?.some(({ name }) => name === keptDatabase) ?? false;
}
