// The queue of offline work. An item is stored before the UI shows it as done.
import type { Receipt, WorkBody, WorkKind } from '@anlan/contract/modules/delivery/offline-work';
import { create } from 'zustand';
import { newKey } from '../idempotency-key.ts';
import { dropRow, hashOf, readRow, readRows, encrypt, encryptValue, decrypt, decryptValue, writeRow } from './store.ts';
import { currentOwner, finalStates } from './owner.ts';

/**
 * The state of a work item: queued 排队; sent 已送达; checked 已核对, compared with the server; refused by the server;
 * rivalled, in conflict with another device; dropped, discarded.
 */
export type WorkState = 'queued' | 'sent' | 'checked' | 'refused' | 'rivalled' | 'dropped';

export interface Work {
  id: string;
  seq: number;
  state: WorkState;
  /** When the user did the step, epoch milliseconds. */
  at: number;
  kind: WorkKind | 'photo';
  record: string;
  title: string;
  said: string;
  item?: string;
  /** Whether the item is sent only after all earlier items of its row. */
  last?: boolean;
  /** SHA-256 of the sent body; empty when the browser cannot compute it. */
  hash: string;
  body?: string;
  photo?: { purpose: 'photo' | 'evidence'; name: string; type: string; size: number; place?: Place | undefined };
  receipt?: Receipt;
  /** When this device got the confirmation of the server, epoch milliseconds. */
  arrivedAt?: number;
  problem?: string;
}
/** Where a photo was taken. The coordinates are strings, as the API requires. */
export interface Place {
  latitude: string;
  longitude: string;
}
/** A position; `accuracy` in metres. */
export interface Position extends Place {
  accuracy: number;
}

/** A step that could be neither stored nor sent. The UI shows it until the user has read it. */
export type UnstoredWork = Pick<Work, 'id' | 'at' | 'title' | 'said' | 'item'>;

/** The offline work of the current user, in order. `isKept`: the work is stored on disk and survives a reload. */
export const useOutbox = create<{
  works: readonly Work[];
  unkept: readonly UnstoredWork[];
  isOpen: boolean;
  isKept: boolean;
}>(() => ({ works: [], unkept: [], isOpen: false, isKept: false }));
const works = () => useOutbox.getState().works;
const setWorks = (next: readonly Work[]) => useOutbox.setState({ works: next });

export const isPending = ({ state }: Work): boolean => !finalStates.includes(state) && state !== 'sent';

const siblings = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('anlan-outbox');
siblings?.addEventListener('message', () => void loadOutbox());

/** Loads the queue of the current owner from disk; empty when there is no owner. */
export async function loadOutbox(): Promise<void> {
  const holder = currentOwner();
  if (holder === null) return useOutbox.setState({ works: [], isOpen: false, isKept: false });
  const rows = await readRows('work', holder.owner);
  const opened = await Promise.all(
    rows.map(async (row): Promise<Work | null> => {
      // The cast is safe: `write` below encrypted this value.
      const work = (await decryptValue(holder.key, row.id, row.sealed).catch(() => null)) as Work | null;
      return work && { ...work, state: row.state as WorkState };
    }),
  );
  setWorks(opened.filter((work) => work !== null).sort((one, other) => one.seq - other.seq));
  useOutbox.setState({ isOpen: true, isKept: true });
}

async function write(work: Work, canBeToldAnew = false): Promise<void> {
  const holder = currentOwner();
  if (holder !== null) {
    const { id, seq, at, state } = work;
    const encrypted = await encryptValue(holder.key, id, work);
    await writeRow('work', { id, owner: holder.owner, seq, at, state, sealed: encrypted }, canBeToldAnew);
    siblings?.postMessage('changed');
  }
}

/** A unique id of a work item. It does not use `crypto.randomUUID`, which is missing without TLS. */
export function newWorkId(): string {
  const hex = newKey();
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
const digest = (bytes: BufferSource) => (crypto.subtle ? hashOf(bytes) : Promise.resolve(''));

function unkept({ title, said: summary, item }: WorkInfo, id: string, words: string) {
  return (error: unknown): never => {
    const one = { id, at: Date.now(), title, said: summary, ...(item ? { item } : {}) };
    useOutbox.setState({ unkept: [...useOutbox.getState().unkept, one] });
    throw new Error(words, { cause: error });
  };
}
export const dismissUnstored = (): void => useOutbox.setState({ unkept: [] });

let last = 0;
const listeners = new Set<() => void>();
export const onNewWork = (listener: () => void): void => void listeners.add(listener);

async function put(work: Omit<Work, 'seq' | 'state'>): Promise<Work> {
  last = Math.max(last + 1, Date.now(), (works().at(-1)?.seq ?? 0) + 1);
  const made: Work = { ...work, seq: last, state: 'queued' };
  // Writes the item to disk before the UI shows it as stored.
  await write(made).catch(unkept(made, made.id, '本机存储空间不足或被禁用，这一步没有保存'));
  setWorks([...works().filter(({ id }) => id !== made.id), made]);
  for (const listener of listeners) listener();
  return made;
}

export type WorkInfo = Pick<Work, 'record' | 'title' | 'said' | 'item' | 'last'>;

/** Adds a work item to the queue. When the promise resolves, the item is stored. */
export async function queueWork<K extends WorkKind>(
  kind: K,
  body: WorkBody<K>,
  about: WorkInfo,
  id: string = newWorkId(),
): Promise<Work> {
  const text = JSON.stringify(body);
  const hash = await digest(new TextEncoder().encode(text));
  return put({ ...about, id, kind, body: text, hash, at: Date.now() });
}

const inMemory = new Map<string, ArrayBuffer>();
export async function queuePhoto(
  file: File,
  purpose: 'photo' | 'evidence',
  about: WorkInfo,
  place?: Place,
): Promise<{ id: string; name: string }> {
  const bytes = await file.arrayBuffer();
  const id = newWorkId();
  const holder = currentOwner();
  if (holder === null) inMemory.set(id, bytes);
  else
    await writeRow('bytes', { id, owner: holder.owner, sealed: await encrypt(holder.key, id, bytes) }).catch(
      unkept(about, id, '本机存储空间不足，照片没有保存'),
    );
  await put({
    ...about,
    id,
    kind: 'photo',
    hash: await digest(bytes),
    at: Date.now(),
    photo: { purpose, name: file.name, type: file.type, size: file.size, place },
  });
  return { id, name: file.name };
}

/** The bytes of a photo stored on this device; null when missing. */
export async function photoBytes(id: string): Promise<ArrayBuffer | null> {
  const held = inMemory.get(id);
  if (held) return held;
  const holder = currentOwner();
  const row = holder && (await readRow('bytes', id).catch(() => undefined));
  return holder && row ? decrypt(holder.key, id, row.sealed).catch(() => null) : null;
}

export const changeWork = (id: string, change: Partial<Work>): Promise<void> =>
  changeAll(new Map([[id, change]]), false);

/**
 * Applies states from the server to several items. A lost disk write does no harm, because the server sends the states
 * again.
 */
export const applyServerStates = (changes: ReadonlyMap<string, Partial<Work>>): Promise<void> =>
  changeAll(changes, true);

async function changeAll(changes: ReadonlyMap<string, Partial<Work>>, canBeToldAnew: boolean): Promise<void> {
  const changed: Work[] = [];
  const next = works().map((work) => {
    const change = changes.get(work.id);
    if (!change) return work;
    const made = { ...work, ...change };
    changed.push(made);
    return made;
  });
  if (changed.length === 0) return;
  setWorks(next);
  await Promise.all(changed.map((work) => write(work, canBeToldAnew).catch(() => undefined)));
}

export const discardWork = (id: string): Promise<void> => changeWork(id, { state: 'dropped' });

/** Removes an item from the queue, for example an item that the server refused while the user watched. */
export async function forgetWork(id: string): Promise<void> {
  setWorks(works().filter((work) => work.id !== id));
  await dropRow('work', id).catch(() => undefined);
}

export function closeOutbox(): void {
  inMemory.clear();
  useOutbox.setState({ works: [], unkept: [], isOpen: false, isKept: false });
}

export const waitUntilSent = (id: string, isAway: () => boolean): Promise<Work | null> =>
  new Promise((done) => {
    const look = () => {
      const work = works().find((one) => one.id === id);
      if (work && work.state === 'queued' && !isAway()) return false;
      stop();
      clearInterval(timer);
      done(work ?? null);
      return true;
    };
    const stop = useOutbox.subscribe(() => void look());
    const timer = setInterval(look, 300);
    look();
  });
