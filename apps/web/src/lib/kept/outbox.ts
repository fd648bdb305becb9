// Work that waits to be sent, in its order: written down before anything says that it is done.
import type { Receipt, WorkBody, WorkKind } from '@anlan/contract/modules/delivery/delivery';
import { create } from 'zustand';
import { newKey } from '../keyed.ts';
import { dropRow, hashOf, readRow, readRows, encrypt, encryptValue, decrypt, decryptValue, writeRow } from './box.ts';
import { holding, overStates } from './holder.ts';

/** Where a piece of work is: 排队, 已送达, 已核对; not taken; answered otherwise by another; given up. */
export type WorkState = 'queued' | 'sent' | 'checked' | 'refused' | 'rivalled' | 'dropped';

/** A piece of work as its person sees it. */
export interface Work {
  id: string;
  seq: number;
  state: WorkState;
  /** When it was done, epoch milliseconds. */
  at: number;
  kind: WorkKind | 'photo';
  /** The row that it is about. */
  record: string;
  /** What the row is called. */
  title: string;
  /** What was done, in words. */
  said: string;
  /** Of an item: which. */
  item?: string;
  /** Nothing may come before it: it waits until all else of its row has arrived. */
  last?: boolean;
  /** SHA-256 of what will be sent; empty where the browser makes none. */
  hash: string;
  /** JSON as it will be sent. */
  body?: string;
  photo?: { purpose: 'photo' | 'evidence'; name: string; type: string; size: number; place?: Place | undefined };
  receipt?: Receipt;
  /** When this phone heard that it had arrived, epoch milliseconds. */
  arrivedAt?: number;
  /** Why it was not taken. */
  problem?: string;
}
/** Where a photo was taken, as the call takes it. */
export interface Place {
  latitude: string;
  longitude: string;
}
/** Where a phone is; `accuracy` is by how many metres that may be wrong. */
export interface Position extends Place {
  accuracy: number;
}

/** What could not be written down here: neither kept nor sent, told until its person has read it. */
export type Unkept = Pick<Work, 'id' | 'at' | 'title' | 'said' | 'item'>;

/** All work of the person whose things are open, in order; `isKept` where it outlives the page. */
export const useOutbox = create<{
  works: readonly Work[];
  unkept: readonly Unkept[];
  isOpen: boolean;
  isKept: boolean;
}>(() => ({ works: [], unkept: [], isOpen: false, isKept: false }));
const works = () => useOutbox.getState().works;
const setWorks = (next: readonly Work[]) => useOutbox.setState({ works: next });

/** Whether something is still owed. */
export const isOwed = ({ state }: Work): boolean => !overStates.includes(state) && state !== 'sent';

const siblings = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('anlan-outbox');
siblings?.addEventListener('message', () => void loadOutbox());

/** Reads what waits; nothing where nobody's things are open. */
export async function loadOutbox(): Promise<void> {
  const holder = holding();
  if (holder === null) return useOutbox.setState({ works: [], isOpen: false, isKept: false });
  const rows = await readRows('work', holder.owner);
  const opened = await Promise.all(
    rows.map(async (row): Promise<Work | null> => {
      // Sealed by `write` below.
      const work = (await decryptValue(holder.key, row.id, row.sealed).catch(() => null)) as Work | null;
      return work && { ...work, state: row.state as WorkState };
    }),
  );
  setWorks(opened.filter((work) => work !== null).sort((one, other) => one.seq - other.seq));
  useOutbox.setState({ isOpen: true, isKept: true });
}

async function write(work: Work, canBeToldAnew = false): Promise<void> {
  const holder = holding();
  if (holder !== null) {
    const { id, seq, at, state } = work;
    const encrypted = await encryptValue(holder.key, id, work);
    await writeRow('work', { id, owner: holder.owner, seq, at, state, sealed: encrypted }, canBeToldAnew);
    siblings?.postMessage('changed');
  }
}

/** An id that no other piece of work has; browsers make none themselves without TLS. */
export function newWorkId(): string {
  const hex = newKey();
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
const digest = (bytes: BufferSource) => (crypto.subtle ? hashOf(bytes) : Promise.resolve(''));

function unkept({ title, said, item }: About, id: string, words: string) {
  return (error: unknown): never => {
    const one = { id, at: Date.now(), title, said, ...(item ? { item } : {}) };
    useOutbox.setState({ unkept: [...useOutbox.getState().unkept, one] });
    throw new Error(words, { cause: error });
  };
}
/** What was not kept has been read. */
export const forgetUnkept = (): void => useOutbox.setState({ unkept: [] });

let last = 0;
const listeners = new Set<() => void>();
/** Told whenever there is something new to send. */
export const onNewWork = (listener: () => void): void => void listeners.add(listener);

async function put(work: Omit<Work, 'seq' | 'state'>): Promise<Work> {
  last = Math.max(last + 1, Date.now(), (works().at(-1)?.seq ?? 0) + 1);
  const made: Work = { ...work, seq: last, state: 'queued' };
  // What is shown as kept is written down already.
  await write(made).catch(unkept(made, made.id, '本机存储空间不足或被禁用，这一步没有保存'));
  setWorks([...works().filter(({ id }) => id !== made.id), made]);
  for (const listener of listeners) listener();
  return made;
}

/** What is to be said of a piece of work beside its body. */
export type About = Pick<Work, 'record' | 'title' | 'said' | 'item' | 'last'>;

/** Writes down a piece of work; from then on it outlives this page. */
export async function doLater<K extends WorkKind>(
  kind: K,
  body: WorkBody<K>,
  about: About,
  id: string = newWorkId(),
): Promise<Work> {
  const text = JSON.stringify(body);
  const hash = await digest(new TextEncoder().encode(text));
  return put({ ...about, id, kind, body: text, hash, at: Date.now() });
}

const inMemory = new Map<string, ArrayBuffer>();
/** Writes down a photo or a signature; answers the id by which work may name it. */
export async function photoLater(
  file: File,
  purpose: 'photo' | 'evidence',
  about: About,
  place?: Place,
): Promise<{ id: string; name: string }> {
  const bytes = await file.arrayBuffer();
  const id = newWorkId();
  const holder = holding();
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

/** The bytes of a photo that is kept here; null where they are not. */
export async function photoBytes(id: string): Promise<ArrayBuffer | null> {
  const held = inMemory.get(id);
  if (held) return held;
  const holder = holding();
  const row = holder && (await readRow('bytes', id).catch(() => undefined));
  return holder && row ? decrypt(holder.key, id, row.sealed).catch(() => null) : null;
}

/** Changes a piece of work, here and where it is written down. */
export const changeWork = (id: string, change: Partial<Work>): Promise<void> =>
  changeAll(new Map([[id, change]]), false);

/** The same of several at once, by what the server said of them: what is lost of it, the server says again. */
export const noteSaid = (changes: ReadonlyMap<string, Partial<Work>>): Promise<void> => changeAll(changes, true);

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

/** Gives a piece of work up, as its person said; it stays in the ledger. */
export const giveUp = (id: string): Promise<void> => changeWork(id, { state: 'dropped' });

/** Forgets work that was never meant to stay, as one that was refused while somebody looked on. */
export async function forgetWork(id: string): Promise<void> {
  setWorks(works().filter((work) => work.id !== id));
  await dropRow('work', id).catch(() => undefined);
}

/** Forgets what stands in memory; what is written down stays. */
export function closeOutbox(): void {
  inMemory.clear();
  useOutbox.setState({ works: [], unkept: [], isOpen: false, isKept: false });
}

/** Waits until a piece of work was sent, or could not be. */
export const settled = (id: string, isAway: () => boolean): Promise<Work | null> =>
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
