// The owner of the offline store: one user at a time (S98). The key comes from the server at sign-in and is dropped at
// sign-out. Unsent work stays encrypted until that user signs in again.
import * as z from 'zod/mini';
import { saveItem, loadItem } from '../storage.ts';
import { tokens } from '../tokens.ts';
import { hasStoredData } from './has-stored-data.ts';
import { dropRow, readRow, readRows, writeRow, type StoreOwner } from './store.ts';

/** Stored responses expire after this many days. */
const keptDays = 7;
const dayMs = 86_400_000;

export const isFresh = (at: number): boolean => at >= Date.now() - keptDays * dayMs;

let holder: StoreOwner | null = null;

export const currentOwner = (): StoreOwner | null => holder;
/** Whether this browser supports the offline store. It needs IndexedDB and WebCrypto, so HTTPS or localhost. */
const canKeep = (): boolean => 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;
const ownerOf = ({ tenantId, userId }: { tenantId: string; userId: string }) => `${tenantId}.${userId}`;

/** The final states of a work item: nothing is left to send. */
export const finalStates: readonly string[] = ['checked', 'dropped'];

/** The id of this browser. It is in the offline store, so that the id is lost together with the stored work. */
async function deviceOf(): Promise<string> {
  const storedId = (await readRow('device', 'device'))?.device;
  if (storedId) return storedId;
  // A browser that needs space may delete IndexedDB but not localStorage, so localStorage has a copy of the id.
  const device = loadItem('local', 'device', z.string().check(z.regex(/^[0-9a-f-]{36}$/))) ?? crypto.randomUUID();
  saveItem('local', 'device', device);
  await writeRow('device', { id: 'device', device, isNew: true });
  return device;
}
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

async function dropFetched(owner: string): Promise<void> {
  for (const { id } of await readRows('day', owner)) await dropRow('day', id);
  for (const { id, state } of await readRows('work', owner))
    if (finalStates.includes(state)) {
      await dropRow('work', id);
      await dropRow('bytes', id);
    }
}
async function dropOld(owner: string): Promise<void> {
  for (const { id, at } of await readRows('day', owner)) if (!isFresh(at)) await dropRow('day', id);
  for (const { id, at, state } of await readRows('work', owner))
    if (!isFresh(at) && finalStates.includes(state)) {
      await dropRow('work', id);
      await dropRow('bytes', id);
    }
}

let beginning: Promise<StoreOwner | null> | undefined;

/** Function that requests the key of this user and device from the server, as base64url. */
type AskKey = (device: string) => Promise<string>;

/** Opens the offline store for the signed-in user; null when the browser does not support it. */
export function openStore(name: string, askKey: AskKey): Promise<StoreOwner | null> {
  const session = tokens();
  if (!canKeep() || session === null) return Promise.resolve(holder);
  const owner = ownerOf(session);
  if (holder?.owner === owner) return Promise.resolve(holder);
  beginning ??= begin(owner, name, askKey).finally(() => (beginning = undefined));
  return beginning;
}
async function begin(owner: string, name: string, askKey: AskKey): Promise<StoreOwner> {
  const rows = await readRows('holder');
  // Deletes the fetched data of other users who did not sign out. Their unsent work stays encrypted.
  for (const other of rows.filter((row) => row.owner !== owner)) {
    await dropRow('holder', other.owner);
    await dropFetched(other.owner);
  }
  const own = rows.find((row) => row.owner === owner);
  const key =
    own?.key ??
    (await crypto.subtle.importKey('raw', bytesOf(await askKey(await deviceOf())), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]));
  const made = { owner, name, key, seenAt: Date.now() };
  await writeRow('holder', made);
  saveItem('local', 'kept', true);
  await dropOld(owner);
  holder = made;
  void navigator.storage?.persist?.().catch(() => false);
  return made;
}

/** Opens the offline store of the last user without a session; null when it is empty or too old. */
export async function reopenStore(): Promise<StoreOwner | null> {
  if (!(await hasStoredData())) return null;
  const [last] = (await readRows('holder')).sort((one, other) => other.seenAt - one.seenAt);
  if (last === undefined) return null;
  if (!isFresh(last.seenAt)) {
    await dropRow('holder', last.owner);
    await dropFetched(last.owner);
    return null;
  }
  holder = last;
  return last;
}

export async function dropStale(): Promise<void> {
  if (holder !== null) await dropOld(holder.owner);
}

/** Closes the store at sign-out: drops the key and everything except unsent work. */
export async function closeStore(): Promise<void> {
  holder = null;
  if (!(await hasStoredData())) return;
  for (const { owner } of await readRows('holder')) {
    await dropRow('holder', owner);
    await dropFetched(owner);
  }
}
