// Functions of the module user that its own parts need.
import type { Tx } from '#platform/db/index.ts';
import type { Contacts, EncryptedContacts } from './encrypted/rules.ts';
import type { usedHashes } from './password/store.ts';
import type { bindEnterprise, findAllByPhone, findByName, findUser, NewUser, UserChange } from './store.ts';

export interface Seats {
  /** Throws when an enterprise has more accounts than its limit. Called in the transaction that opened an account. */
  demand: (tx: Tx, enterpriseIds: readonly string[]) => Promise<void>;
  left: (tx: Tx, enterpriseId: string) => Promise<{ left: number; most: number }>;
}

type Stored = NonNullable<Awaited<ReturnType<typeof findUser>>>;
export type Person = Omit<Stored, keyof EncryptedContacts> & Contacts;

export interface People {
  byId(tx: Tx, id: string): Promise<Person | undefined>;
  byName(tx: Tx, username: string): ReturnType<typeof findByName>;
  allByPhone(tx: Tx, phone: string): ReturnType<typeof findAllByPhone>;
  add(tx: Tx, person: NewUser & Partial<Contacts>): Promise<void>;
  /** Changes a user. Returns the new version, or undefined when nothing changed. */
  change(tx: Tx, id: string, change: UserChange, version?: number): Promise<number | undefined>;
  readonly bind: typeof bindEnterprise;
  readonly seats: Seats;
  readonly usedPasswords: typeof usedHashes;
  enterprisesOf(tx: Tx, userId: string): Promise<string[]>;
  readonly organReference: { read(tx: Tx): Promise<ReadonlyMap<string, { name: string }>> };
}
