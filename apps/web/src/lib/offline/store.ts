// The offline store in IndexedDB: encrypted rows and non-extractable keys.
import type { PreviousPending } from '@anlan/contract/modules/delivery/offline-work';
import { offlineDatabase } from './has-stored-data.ts';

export interface EncryptedBytes {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
export interface StoreOwner {
  owner: string;
  name: string;
  /** The key that encrypts and decrypts the rows of the owner. The key cannot be extracted from the browser. */
  key: CryptoKey;
  /** When the owner last had a session in this browser, epoch milliseconds. */
  seenAt: number;
}
export interface StoredAnswer {
  id: string;
  owner: string;
  at: number;
  sealed: EncryptedBytes;
}
/** A stored work item. Its unencrypted fields reveal neither the kind nor the subject of the work. */
export interface StoredWork {
  id: string;
  owner: string;
  seq: number;
  at: number;
  state: string;
  sealed: EncryptedBytes;
}
export interface StoredBytes {
  id: string;
  owner: string;
  sealed: EncryptedBytes;
}
/** The id of this browser, from which the server derives its keys. It contains no personal data. */
export interface Device {
  id: 'device';
  device: string;
  /** Whether the check for work lost with a cleared storage is still to be done. */
  isNew?: boolean;
  /** Number of items that were unsent before the storage was cleared, and their owner. Undefined before the check. */
  before?: { owner: string; owed: PreviousPending } | null;
}
interface Stores {
  device: Device;
  holder: StoreOwner;
  day: StoredAnswer;
  work: StoredWork;
  bytes: StoredBytes;
}
type Store = keyof Stores;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(offlineDatabase, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      const has = (name: string) => result.objectStoreNames.contains(name);
      if (!has('holder')) result.createObjectStore('holder', { keyPath: 'owner' });
      for (const name of ['day', 'work', 'bytes'])
        if (!has(name)) result.createObjectStore(name, { keyPath: 'id' }).createIndex('owner', 'owner');
      if (!has('device')) result.createObjectStore('device', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      // The browser may close the database while the page is open; the next call opens it again.
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
  // Unsent work must survive a power loss. Other data needs no strict durability, because the server can send it again.
  const transaction = (await open()).transaction(store, mode, {
    durability: mode === 'readonly' ? 'default' : canBeToldAnew ? 'relaxed' : 'strict',
  });
  return new Promise<T>((done, fail) => {
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error ?? new Error('nothing was kept'));
  });
}

export const readRow = <S extends Store>(store: S, id: string): Promise<Stores[S] | undefined> =>
  run<Stores[S] | undefined>(store, 'readonly', (rows) => rows.get(id));
export const readRows = <S extends Store>(store: S, owner?: string): Promise<Stores[S][]> =>
  run<Stores[S][]>(store, 'readonly', (rows) =>
    owner === undefined || store === 'holder' || store === 'device' ? rows.getAll() : rows.index('owner').getAll(owner),
  );
/** Writes a row. The promise resolves when the row is on disk, or earlier when the server can send the row again. */
export const writeRow = async <S extends Store>(store: S, row: Stores[S], canBeToldAnew?: boolean): Promise<void> => {
  await run(store, 'readwrite', (rows) => rows.put(row), canBeToldAnew);
};
export const dropRow = (store: Store, id: string): Promise<undefined> =>
  run(store, 'readwrite', (rows) => rows.delete(id));

const text = new TextEncoder();

/** Encrypts bytes with AES-GCM. `place` is additional data, so a value copied to another place cannot be decrypted. */
export async function encrypt(key: CryptoKey, place: string, bytes: BufferSource): Promise<EncryptedBytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: text.encode(place) }, key, bytes);
  return { iv, data };
}
export const decrypt = (key: CryptoKey, place: string, { iv, data }: EncryptedBytes): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: text.encode(place) }, key, data);

// JSON has no dates: an object with `$date` becomes a Date again.
const dated = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'string'
    ? new Date(value.$date)
    : value;
function undated(this: unknown, key: string, value: unknown): unknown {
  const raw: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : undefined;
  return raw instanceof Date ? { $date: raw.toISOString() } : value;
}
export const encryptValue = (key: CryptoKey, place: string, value: unknown): Promise<EncryptedBytes> =>
  encrypt(key, place, text.encode(JSON.stringify(value, undated)));
export const decryptValue = async (key: CryptoKey, place: string, encrypted: EncryptedBytes): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decrypt(key, place, encrypted)), dated);

export async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
