import { sql } from 'kysely';
import type { HistoryRow } from '@anlan/contract/kit/machine';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import type { StoredRow } from './table.ts';

/** The tenant itself, where a row belongs to no enterprise: everybody of the tenant oversees it. */
const ofTenant = '00000000-0000-0000-0000-000000000000';

/** One move of one row. */
export interface Moved {
  resource: string;
  rowId: string;
  enterpriseId: string | null;
  move: string;
  from: string | null;
  to: string | null;
  at: Date;
  note: string | null;
  files: readonly { id: string; name: string }[];
}

/** Writes moves into the history, in the transaction that makes them. */
export async function writeHistory(tx: Tx, { resource, rowId, enterpriseId, move, from, to, at, note, files }: Moved) {
  const { tenantId, userId, userName } = tx.scope;
  await sql`insert into resource_history
      (tenant_id, id, enterprise_id, resource, row_id, move, from_state, to_state, by_id, by_name, at, note, files)
    values (${tenantId}, ${newId()}, ${enterpriseId ?? ofTenant}, ${resource}, ${rowId}, ${move}, ${from}, ${to},
      ${userId}, ${userId === null ? null : userName}, ${at}, ${note}, ${JSON.stringify(files)})`.execute(tx.kysely);
}

/** The moves of a row in sight, from its beginning. */
export async function readHistory(tx: Tx, resource: string, rowId: string): Promise<Omit<HistoryRow, 'changes'>[]> {
  const { rows } = await sql<
    Omit<HistoryRow, 'changes'>
  >`select id, move, from_state as "from", to_state as "to", by_name as "byName",
      at, note, files from resource_history
    where tenant_id = ${tx.scope.tenantId} and row_id = ${rowId} and resource = ${resource}
    order by id limit 500`.execute(tx.kysely);
  return rows;
}

/** Lets histories follow rows that went to another enterprise. */
export async function moveHistory(tx: Tx, resource: string, moved: readonly StoredRow[], enterpriseId: string) {
  if (moved.length === 0) return;
  await sql`update resource_history set enterprise_id = ${enterpriseId} where tenant_id = ${tx.scope.tenantId}
    and row_id = any(${moved.map(({ id }) => id)}::uuid[]) and resource = ${resource}`.execute(tx.kysely);
}
