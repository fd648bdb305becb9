// What the kit asks of modules below the resources, and what each resource offers to all.
import type { Permit } from '@anlan/contract/permits';
import type { FilePurpose } from '@anlan/contract/kit/field';
import type { Change } from '@anlan/contract/domain/change';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { Spoken } from './spoken.ts';

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

/** One thing that was done, as the audit tells it. */
export interface Trail {
  readonly id: string;
  readonly at: Date;
  readonly byName: string | null;
  readonly note: string | null;
  readonly changes: readonly Change[];
}

/** A list that waits to be written, as its owner sees it among their work. */
export interface QueuedList {
  /** Says how many are in front of it; answers whether its owner has given it up. */
  place(ahead: number): Promise<boolean>;
  /** Its turn has come, or it was refused. */
  end(state: 'done' | 'failed', message: string): Promise<void>;
}

/** A row that a reference points at. */
export interface Referred {
  readonly name: string;
  /** Closed for good: rows that belong to it are kept as they were. */
  readonly closed?: boolean;
}

/** What a resource answers to those that refer to its rows. */
export interface Reference {
  /** Those of the ids that are visible. */
  read(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Referred>>;
  /** The same, kept from being removed until the transaction ends. */
  lock(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Referred>>;
  /** Rows visible by what people write of them, each word with all that it may mean; without it no file names them. */
  named?(tx: Tx, words: readonly string[]): Promise<ReadonlyMap<string, readonly { id: string; name: string }[]>>;
}

/** Long work as whoever asked for it watches it, with what it noted. */
export interface WatchedWork {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly params: Record<string, unknown>;
}
/** Long work that is over, as whoever may take it back looks at it. */
export interface EndedWork {
  readonly id: string;
  readonly state: WatchedWork['state'];
  readonly params: Record<string, unknown>;
  readonly result: Record<string, unknown> | null;
  readonly endedAt: Date;
}
/** What long work ends with. */
export interface WorkOutcome {
  state: 'done';
  message: string;
  result: Record<string, unknown>;
  resultUrl: string | null;
}
/** Long work as the one sees it who does it; it acts for the person who asked. */
export interface RunningWork {
  readonly id: string;
  readonly scope: Scope;
  readonly params: Record<string, unknown>;
  progress(
    tx: Tx | null,
    step: { done: number; total?: number; message?: string; notes?: Record<string, unknown> },
  ): Promise<void>;
  /** Ends it inside a transaction, so that both are true or neither. */
  finish(tx: Tx, outcome: WorkOutcome): Promise<void>;
  /** Throws when the person asked to stop or the server is stopping. */
  goOn(): Promise<void>;
  /** The scope with the rights of now; throws when the person may no longer act (S12, S35). */
  scopeNow(): Promise<Scope>;
}

/** What bringing rows in as a file needs beside. */
export interface ImportPorts {
  readonly work: {
    create(
      tx: Tx,
      what: { kind: string; title?: string | undefined; params: Record<string, unknown> },
    ): Promise<string>;
    /** The caller's own work of a kind, held until the transaction ends. */
    take(tx: Tx, id: string, kind: string): Promise<WatchedWork | null>;
    find(tx: Tx, id: string): Promise<WatchedWork | null>;
    note(tx: Tx, id: string, notes: Record<string, unknown>): Promise<void>;
    began(tx: Tx, kind: string, since: Date, notes: Record<string, unknown>): Promise<boolean>;
  };
  readonly files: {
    /** Keeps a made file for the caller alone and does the caller's work with its row. */
    keep<T>(
      scope: Scope,
      made: {
        id: string;
        since: Date;
        name: string;
        kind: 'xlsx' | 'csv';
        maxBytes: number;
        seconds: number;
        body: AsyncIterable<Uint8Array>;
      },
      within: (tx: Tx, file: { id: string }) => Promise<T>,
    ): Promise<T>;
    open(scope: Scope, file: { id: string }): Promise<{ body: AsyncIterable<Uint8Array> }>;
  };
}

/** What an opened resource offers to all. */
export interface Opened {
  name: string;
  label: string;
  counter: string;
  /** Permit to see a row at all. */
  permit: Permit;
  ofEnterprise: boolean;
  /** Permits whose acts the caller is refused for their post, whatever the row. */
  withheld(tx: Tx): Promise<string[]>;
  /** How the audit speaks of it. */
  spoken: Spoken;
  reference: Reference;
  countWith(tx: Tx, dictionary: string, code: string): Promise<number>;
  classified: {
    fields: readonly string[];
    read(tx: Tx, id: string, field: string): Promise<string | null | undefined>;
  };
  moveAll(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<number>;
  /** The kinds of work of an import. */
  importing: Record<ImportWork, (work: RunningWork) => Promise<WorkOutcome>>;
  /** Begins to take an import back; answers the work to watch. */
  undoImport(tx: Tx, ended: EndedWork): Promise<string>;
}

/** Looking through a file, writing its rows, taking them back. */
export type ImportWork = 'check' | 'apply' | 'undo';

/** What every resource depends on. */
export interface Kit {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'of'>;
  readonly audit: {
    /** Answers the entry's id. */
    record(tx: Tx, entry: AuditEntry): Promise<string>;
    recordAll(tx: Tx, entries: AuditEntry[]): Promise<unknown>;
    /** What certain calls did to one thing, newest first. */
    trailOf(tx: Tx, type: string, id: string, filter: { calls: string[] }, limit: number): Promise<Trail[]>;
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
    /** Divisions that older papers still name, by code, with what they became. */
    endedRegions(): Promise<ReadonlyMap<string, { name: string; replacement: string }>>;
    /** Codes of a dictionary that may be chosen; those a row carries already count too. */
    offered(tx: Tx, dictionary: string, carried?: readonly string[]): Promise<ReadonlySet<string>>;
    itemsOf(
      tx: Tx,
      dictionary: string,
    ): Promise<readonly { code: string; value: string; label: string; enabled: boolean }[]>;
  };
  readonly files: {
    /** Attaches what the caller uploaded for a purpose; false when it is not theirs or stands somewhere already (S93). */
    attach(tx: Tx, address: string, purpose: FilePurpose, enterpriseId?: string): Promise<boolean>;
    detach(tx: Tx, address: string, purpose: FilePurpose): Promise<void>;
    /** The bytes of a visible file. */
    open(scope: Scope, file: { id: string }): Promise<{ body: AsyncIterable<Uint8Array> }>;
  };
  /** Resources that fields refer to, by name. */
  readonly references: Readonly<Record<string, Reference>>;
  /** What bringing rows in as a file needs; where it is missing none are. */
  readonly imports?: ImportPorts;
  /** Shows its owner that a list waits to be written; where it is missing nobody sees it. */
  readonly queued?: (scope: Scope, title: string) => Promise<QueuedList>;
  /** Told of each resource that is opened. */
  readonly register?: (opened: Opened) => void;
}
