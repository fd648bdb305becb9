import type { Change } from '@anlan/contract/domain/change';
import type { Tx } from '#platform/db/index.ts';

/** One thing that was done. */
export interface AuditEntry {
  /** The call, module.verb. */
  call: string;
  objectType?: string | undefined;
  objectId?: string | undefined;
  enterpriseId?: string | null | undefined;
  /** The bulk call this row belongs to. */
  parentId?: string | undefined;
  /** Who, when the scope does not say (a sign-in). */
  userId?: string | undefined;
  userName?: string | undefined;
  note?: string | undefined;
  /** How many rows of a list leave the server with it. */
  taken?: number | undefined;
  /** Classified values must be masked by the caller. */
  changes?: Change[] | undefined;
}

/** Leaves one row in the caller's transaction; answers its id. */
export type RecordEntry = (tx: Tx, entry: AuditEntry) => Promise<string>;
