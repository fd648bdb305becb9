// What the parts of the module ask of the module as a whole, which is made of their own stores and stands above them.
import type { Tx } from '#platform/db/index.ts';
import type { Contacts, EncryptedContacts } from './encrypted/rules.ts';
import type { usedHashes } from './password/store.ts';
import type { bindEnterprise, findAllByPhone, findByName, findUser, NewUser, UserChange } from './store.ts';

/** How many accounts an enterprise may have open; said by whoever knows its plan. */
export interface Seats {
  /** Throws where one of these enterprises has more accounts open than it may, in the transaction that opened one. */
  demand: (tx: Tx, enterpriseIds: readonly string[]) => Promise<void>;
  /** How many more accounts an enterprise may open, and how many it may have. */
  left: (tx: Tx, enterpriseId: string) => Promise<{ left: number; most: number }>;
}

type Stored = NonNullable<Awaited<ReturnType<typeof findUser>>>;
/** A person with phone and mail whole. */
export type Person = Omit<Stored, keyof EncryptedContacts> & Contacts;

/** People as the parts of the module reach them. */
export interface People {
  byId(tx: Tx, id: string): Promise<Person | undefined>;
  byName(tx: Tx, username: string): ReturnType<typeof findByName>;
  allByPhone(tx: Tx, phone: string): ReturnType<typeof findAllByPhone>;
  add(tx: Tx, person: NewUser & Partial<Contacts>): Promise<void>;
  /** Answers the new version, or undefined when nothing was changed. */
  change(tx: Tx, id: string, change: UserChange, version?: number): Promise<number | undefined>;
  readonly bind: typeof bindEnterprise;
  readonly seats: Seats;
  readonly usedPasswords: typeof usedHashes;
  enterprisesOf(tx: Tx, userId: string): Promise<string[]>;
  readonly organReference: { read(tx: Tx): Promise<ReadonlyMap<string, { name: string }>> };
}
