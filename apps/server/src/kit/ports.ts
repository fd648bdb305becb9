// What the kit asks of modules below the resources.
import type { FilePurpose } from '@anlan/contract/kit/field';
import type { Change } from '@anlan/contract/domain/change';
import type { Clock } from '#kernel/clock.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { Opened } from './registry.ts';

/** One thing that was done, as the audit keeps it. */
export interface AuditEntry {
  /** The call, resource.verb. */
  call: string;
  objectType: string;
  objectId?: string;
  enterpriseId?: string | null;
  note?: string;
  /** How many rows of a list leave with it. */
  taken?: number;
  /** Classified values masked. */
  changes?: Change[];
}

/** A row that a reference points at. */
export interface Referred {
  readonly name: string;
  /** Closed for good: rows that belong to it are kept as they were. */
  readonly closed?: boolean;
}

/** What a resource answers to those that refer to its rows. */
export interface Reference {
  /** Those of the ids that are in sight. */
  read(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Referred>>;
  /** The same, kept from being removed until the transaction ends. */
  lock(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Referred>>;
}

/** What every resource leans on. */
export interface Kit {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'of'>;
  readonly audit: {
    record(tx: Tx, entry: AuditEntry): Promise<unknown>;
    recordAll(tx: Tx, entries: AuditEntry[]): Promise<unknown>;
  };
  /** Counts and traces answers that tell of rows beyond the caller's sight (S95); says whether one may be given and is there. */
  readonly lookups: {
    tells(
      tx: Tx,
      what: { call: 'resource.findByCode'; objectType: string; note: string },
      isThere: boolean,
    ): Promise<boolean>;
  };
  readonly dictionaries: {
    /** Names of divisions from the province down, by code. */
    regionPaths(): Promise<ReadonlyMap<string, string>>;
    /** Names of industries by code. */
    industryNames(): Promise<ReadonlyMap<string, string>>;
    /** Codes of a dictionary that may be chosen; those a row carries already count too. */
    offered(tx: Tx, dictionary: string, carried?: readonly string[]): Promise<ReadonlySet<string>>;
    itemsOf(tx: Tx, dictionary: string): Promise<readonly { value: string; label: string }[]>;
  };
  readonly files: {
    /** Attaches what the caller uploaded for a purpose; false when it is not theirs or stands somewhere already (S93). */
    attach(tx: Tx, address: string, purpose: FilePurpose, enterpriseId?: string): Promise<boolean>;
    detach(tx: Tx, address: string, purpose: FilePurpose): Promise<void>;
  };
  /** Resources that fields refer to, by name. */
  readonly references: Readonly<Record<string, Reference>>;
  /** Told of each resource that is opened. */
  readonly register?: (opened: Opened) => void;
}
