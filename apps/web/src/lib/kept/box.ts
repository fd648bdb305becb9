// What one browser keeps for work without a network, in IndexedDB: sealed rows, and keys that cannot be taken out.
import type { OwedBefore } from '@anlan/contract/modules/delivery/delivery';
import { keptDatabase } from './has-kept.ts';

/** Bytes that were sealed, with what they are opened by. */
export interface EncryptedBox {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
/** Whose things are kept here now. */
export interface Holder {
  /** Tenant and person. */
  owner: string;
  /** How they are greeted. */
  name: string;
  /** Opens and seals; the browser gives its bytes to nobody. */
  key: CryptoKey;
  /** When there was a session last, epoch milliseconds. */
  seenAt: number;
}
/** Something that was fetched. */
export interface KeptDay {
  /** Owner and name. */
  id: string;
  owner: string;
  at: number;
  sealed: EncryptedBox;
}
/** A piece of work; what is not sealed tells neither what it is nor of whom. */
export interface KeptWork {
  id: string;
  owner: string;
  seq: number;
  at: number;
  state: string;
  sealed: EncryptedBox;
}
/** Bytes of a photo or a signature. */
export interface KeptBytes {
  id: string;
  owner: string;
  sealed: EncryptedBox;
}
/** This browser, as the server derives keys for it; not one person's. */
export interface Device {
  id: 'device';
  device: string;
  /** Nobody has asked yet what this browser kept before its storage was cleared. */
  isNew?: boolean;
  /** What was noted as owed before that, with whose it was; not here before it was looked for. */
  before?: { owner: string; owed: OwedBefore } | null;
}
interface Stores {
  device: Device;
  holder: Holder;
  day: KeptDay;
  work: KeptWork;
  bytes: KeptBytes;
}
type Store = keyof Stores;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(keptDatabase, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      const has = (name: string) => result.objectStoreNames.contains(name);
      if (!has('holder')) result.createObjectStore('holder', { keyPath: 'owner' });
      for (const name of ['day', 'work', 'bytes'])
        if (!has(name)) result.createObjectStore(name, { keyPath: 'id' }).createIndex('owner', 'owner');
      if (!has('device')) result.createObjectStore('device', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      // The browser may take it away while the page stands: the next one asks anew.
      request.result.onclose = () => (opening = undefined);
      done(request.result);
    };
    request.onerror = () => fail(request.error ?? new Error('the storage does not open'));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T>,
  canBeToldAnew = store === 'day',
): Promise<T> {
  // On the disk before it is said to be kept: a battery that dies right after takes nothing along. What was fetched can be
  // fetched again.
  const transaction = (await open()).transaction(store, mode, {
    durability: mode === 'readonly' ? 'default' : canBeToldAnew ? 'relaxed' : 'strict',
  });
  return new Promise<T>((done, fail) => {
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error ?? new Error('nothing was kept'));
  });
}

/** One row. */
export const readRow = <S extends Store>(store: S, id: string): Promise<Stores[S] | undefined> =>
  run<Stores[S] | undefined>(store, 'readonly', (rows) => rows.get(id));
/** Every row of an owner, or of everybody. */
export const readRows = <S extends Store>(store: S, owner?: string): Promise<Stores[S][]> =>
  run<Stores[S][]>(store, 'readonly', (rows) =>
    owner === undefined || store === 'holder' || store === 'device' ? rows.getAll() : rows.index('owner').getAll(owner),
  );
/** Keeps a row; whoever waits knows that it is written, and on the disk unless the server can tell it anew. */
export const writeRow = async <S extends Store>(store: S, row: Stores[S], canBeToldAnew?: boolean): Promise<void> => {
  await run(store, 'readwrite', (rows) => rows.put(row), canBeToldAnew);
};
/** Forgets a row. */
export const dropRow = (store: Store, id: string): Promise<undefined> =>
  run(store, 'readwrite', (rows) => rows.delete(id));

const text = new TextEncoder();

/** Seals bytes for one place of one owner. */
export async function encrypt(key: CryptoKey, place: string, bytes: BufferSource): Promise<EncryptedBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: text.encode(place) }, key, bytes);
  return { iv, data };
}
/** Opens what was sealed for this very place. */
export const decrypt = (key: CryptoKey, place: string, { iv, data }: EncryptedBox): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: text.encode(place) }, key, data);

// JSON has no dates; ours come back as what they were.
const dated = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'string'
    ? new Date(value.$date)
    : value;
function undated(this: unknown, key: string, value: unknown): unknown {
  const raw: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : undefined;
  return raw instanceof Date ? { $date: raw.toISOString() } : value;
}
/** Seals a value. */
export const encryptValue = (key: CryptoKey, place: string, value: unknown): Promise<EncryptedBox> =>
  encrypt(key, place, text.encode(JSON.stringify(value, undated)));
/** Opens a value that was sealed by us, whose shape we know. */
export const decryptValue = async (key: CryptoKey, place: string, encrypted: EncryptedBox): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decrypt(key, place, encrypted)), dated);

/** SHA-256 in hexadecimal digits. */
export async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
