import * as z from 'zod/mini';
import { loadItem } from '../storage.ts';

export const offlineDatabase = 'anlan-kept';
export const hasStoreNote = (): boolean => loadItem('local', 'kept', z.boolean()) === true;
/**
 * Whether the offline store has data. The note in localStorage may be lost when the browser is killed, so this also
 * checks the database.
 */
export async function hasStoredData(): Promise<boolean> {
  if (!('indexedDB' in globalThis) || globalThis.crypto?.subtle === undefined) return false;
  if (hasStoreNote()) return true;
  const databases = await indexedDB.databases?.().catch(() => []);
  return databases?.some(({ name }) => name === offlineDatabase) ?? false;
}
