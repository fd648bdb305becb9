import type { Change } from '@anlan/contract/domain/field-change';
import type { Tx } from '#platform/db/index.ts';

export interface AuditEntry {
  call: string;
  objectType?: string | undefined;
  objectId?: string | undefined;
  enterpriseId?: string | null | undefined;
  /** For a row of a bulk call: id of the audit row of the call. */
  parentId?: string | undefined;
  /** User id, set if the scope has no user, for example at sign-in. */
  userId?: string | undefined;
  userName?: string | undefined;
  note?: string | undefined;
  taken?: number | undefined;
  /** Changed fields. The caller must mask classified values. */
  changes?: Change[] | undefined;
}

/** Writes an audit row in the caller's transaction; returns the id of the row. */
export type RecordEntry = (tx: Tx, entry: AuditEntry) => Promise<string>;
