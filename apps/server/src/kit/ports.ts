// Functions that the kit needs from lower modules, and functions that each opened resource offers.
import type { Permit } from '@anlan/contract/permits';
import type { FilePurpose } from '@anlan/contract/kit/field';
import type { Change } from '@anlan/contract/domain/field-change';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { AuditWording } from './audit-wording.ts';

export interface AuditEntry {
  call: string;
  objectType: string;
  objectId?: string;
  enterpriseId?: string | null;
  note?: string;
  taken?: number;
  changes?: Change[];
}

export interface Trail {
  readonly id: string;
  readonly at: Date;
  readonly byName: string | null;
  readonly note: string | null;
  readonly changes: readonly Change[];
}

export interface QueuedList {
  /** Reports how many exports are ahead in the queue. Returns whether the owner cancelled. */
  place(ahead: number): Promise<boolean>;
  end(state: 'done' | 'failed', message: string): Promise<void>;
}

export interface ReferencedRow {
  readonly name: string;
  /**
   * Whether the referenced row is permanently closed, such as a closed enterprise. Rows that belong to it are then
   * read-only.
   */
  readonly closed?: boolean;
}

export interface Reference {
  read(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ReferencedRow>>;
  /** Like `read`, and locks the rows against removal until the transaction ends. */
  lock(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ReferencedRow>>;
  /**
   * Finds visible rows by the text of a cell, with all candidates for each text. Without this function an import cannot
   * refer to these rows.
   */
  named?(tx: Tx, words: readonly string[]): Promise<ReadonlyMap<string, readonly { id: string; name: string }[]>>;
}

export interface WatchedWork {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly params: Record<string, unknown>;
}
export interface EndedWork {
  readonly id: string;
  readonly state: WatchedWork['state'];
  readonly params: Record<string, unknown>;
  readonly result: Record<string, unknown> | null;
  readonly endedAt: Date;
}
export interface WorkOutcome {
  state: 'done';
  message: string;
  result: Record<string, unknown>;
  resultUrl: string | null;
}
/** A running job, as its handler sees it. The job acts with the rights of the user who started it. */
export interface RunningWork {
  readonly id: string;
  readonly scope: Scope;
  readonly params: Record<string, unknown>;
  /** Number of steps that earlier attempts of the job have done. */
  readonly done: number;
  progress(
    tx: Tx | null,
    step: { done: number; total?: number; message?: string; notes?: Record<string, unknown> },
  ): Promise<void>;
  /** Ends the job inside a transaction, so that both commit or neither. */
  finish(tx: Tx, outcome: WorkOutcome): Promise<void>;
  /** Throws when the person cancelled or the server is stopping. */
  throwIfStopped(): Promise<void>;
  /** Returns the scope with the user's current rights. Throws when the user has lost the right to act (S12, S35). */
  scopeNow(): Promise<Scope>;
}

export interface ImportPorts {
  readonly work: {
    create(
      tx: Tx,
      what: { kind: string; title?: string | undefined; params: Record<string, unknown> },
    ): Promise<string>;
    /** Finds a job of this kind that belongs to the caller, and locks it until the transaction ends. */
    take(tx: Tx, id: string, kind: string): Promise<WatchedWork | null>;
    find(tx: Tx, id: string): Promise<WatchedWork | null>;
    note(tx: Tx, id: string, notes: Record<string, unknown>): Promise<void>;
    began(tx: Tx, kind: string, since: Date, notes: Record<string, unknown>): Promise<boolean>;
  };
  readonly files: {
    /** Stores a generated file for the caller only, and runs `work` with its row. */
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

export interface Opened {
  name: string;
  label: string;
  counter: string;
  permit: Permit;
  ofEnterprise: boolean;
  /** Permits that the caller's post forbids, for every row. */
  withheld(tx: Tx): Promise<string[]>;
  auditWording: AuditWording;
  reference: Reference;
  countWith(tx: Tx, dictionary: string, code: string): Promise<number>;
  classified: {
    fields: readonly string[];
    read(tx: Tx, id: string, field: string): Promise<string | null | undefined>;
  };
  moveAll(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<number>;
  importing: Record<ImportWork, (work: RunningWork) => Promise<WorkOutcome>>;
  undoImport(tx: Tx, ended: EndedWork): Promise<string>;
}

export type ImportWork = 'check' | 'apply' | 'undo';

export interface Kit {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'of'>;
  readonly audit: {
    record(tx: Tx, entry: AuditEntry): Promise<string>;
    recordAll(tx: Tx, entries: AuditEntry[]): Promise<unknown>;
    /** Reads audit entries of these calls about one object, newest first. */
    trailOf(tx: Tx, type: string, id: string, filter: { calls: string[] }, limit: number): Promise<Trail[]>;
  };
  /**
   * Counts and audits lookups of rows outside the caller's scope (S95). Returns true when the limit allows the lookup
   * and the row exists.
   */
  readonly lookups: {
    discloseExistence(
      tx: Tx,
      what: { call: 'resource.findByCode' | 'enterprise.findByCode'; objectType: string; note: string },
      isThere: boolean,
    ): Promise<boolean>;
  };
  readonly dictionaries: {
    regionPaths(): Promise<ReadonlyMap<string, string>>;
    industryNames(): Promise<ReadonlyMap<string, string>>;
    /** Abolished divisions by region code, each with the region code that replaces it. */
    endedRegions(): Promise<ReadonlyMap<string, { name: string; replacement: string }>>;
    /** Codes of a dictionary that may be chosen: the enabled codes, and the codes that the row already has. */
    offered(tx: Tx, dictionary: string, carried?: readonly string[]): Promise<ReadonlySet<string>>;
    itemsOf(
      tx: Tx,
      dictionary: string,
    ): Promise<readonly { code: string; value: string; label: string; enabled: boolean }[]>;
  };
  readonly files: {
    /**
     * Attaches an upload of the caller. Returns false when it belongs to somebody else or is already attached (S93).
     */
    attach(tx: Tx, address: string, purpose: FilePurpose, enterpriseId?: string): Promise<boolean>;
    detach(tx: Tx, address: string, purpose: FilePurpose): Promise<void>;
    open(scope: Scope, file: { id: string }): Promise<{ body: AsyncIterable<Uint8Array> }>;
  };
  readonly references: Readonly<Record<string, Reference>>;
  readonly imports?: ImportPorts;
  readonly queued?: (scope: Scope, title: string) => Promise<QueuedList>;
  readonly register?: (opened: Opened) => void;
}
