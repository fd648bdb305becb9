// Whose work this browser keeps: one person's at a time (S98). Their key comes from the server at sign-in, and goes with
// the session's end; what was not sent stays sealed until they sign in here again.
import * as z from 'zod/mini';
import { keep, recall } from '../storage.ts';
import { tokens } from '../tokens.ts';
import { hasKept } from './has-kept.ts';
import { dropRow, readRow, readRows, writeRow, type Holder } from './box.ts';

/** What was fetched goes after so many days. */
const keptDays = 7;
const dayMs = 86_400_000;

/** Whether what was fetched then still counts; what does not is dropped when there is time. */
export const isFresh = (at: number): boolean => at >= Date.now() - keptDays * dayMs;

let holder: Holder | null = null;

/** Whose things are open here now. */
export const holding = (): Holder | null => holder;
/** Whether this browser can keep anything: over TLS, or on this machine. */
const canKeep = (): boolean => 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;
const ownerOf = ({ tenantId, userId }: { tenantId: string; userId: string }) => `${tenantId}.${userId}`;

/** States of work of which nothing is owed any more. */
export const overStates: readonly string[] = ['checked', 'dropped'];

/** Which browser this is: kept where work is kept, so that neither outlives the other. */
async function deviceOf(): Promise<string> {
  const kept = (await readRow('device', 'device'))?.device;
  if (kept) return kept;
  // A browser that needs space may take away what is kept and leave the short notes.
  const device = recall('local', 'device', z.string().check(z.regex(/^[0-9a-f-]{36}$/))) ?? crypto.randomUUID();
  keep('local', 'device', device);
  await writeRow('device', { id: 'device', device, isNew: true });
  return device;
}
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

async function dropFetched(owner: string): Promise<void> {
  for (const { id } of await readRows('day', owner)) await dropRow('day', id);
  for (const { id, state } of await readRows('work', owner))
    if (overStates.includes(state)) {
      await dropRow('work', id);
      await dropRow('bytes', id);
    }
}
async function dropOld(owner: string): Promise<void> {
  for (const { id, at } of await readRows('day', owner)) if (!isFresh(at)) await dropRow('day', id);
  for (const { id, at, state } of await readRows('work', owner))
    if (!isFresh(at) && overStates.includes(state)) {
      await dropRow('work', id);
      await dropRow('bytes', id);
    }
}

let beginning: Promise<Holder | null> | undefined;

/** Asks the server for the key of this person and device, as base64url. */
type AskKey = (device: string) => Promise<string>;

/** Begins to keep for the person of the session; null where the browser keeps nothing. */
export function hold(name: string, askKey: AskKey): Promise<Holder | null> {
  const session = tokens();
  if (!canKeep() || session === null) return Promise.resolve(holder);
  const owner = ownerOf(session);
  if (holder?.owner === owner) return Promise.resolve(holder);
  beginning ??= begin(owner, name, askKey).finally(() => (beginning = undefined));
  return beginning;
}
async function begin(owner: string, name: string, askKey: AskKey): Promise<Holder> {
  const rows = await readRows('holder');
  // Whoever was here before and never signed out: what they fetched goes, what they owe stays sealed.
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
  keep('local', 'kept', true);
  await dropOld(owner);
  holder = made;
  void navigator.storage?.persist?.().catch(() => false);
  return made;
}

/** Opens without a session what the last person here kept; null where nobody did, or it is too long ago. */
export async function reopen(): Promise<Holder | null> {
  if (!(await hasKept())) return null;
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

/** Drops what was fetched too long ago, of the one whose things are open. */
export async function dropStale(): Promise<void> {
  if (holder !== null) await dropOld(holder.owner);
}

/** The session is over: the key goes, and all but what was not sent. */
export async function letGo(): Promise<void> {
  holder = null;
  if (!(await hasKept())) return;
  for (const { owner } of await readRows('holder')) {
    await dropRow('holder', owner);
    await dropFetched(owner);
  }
}
