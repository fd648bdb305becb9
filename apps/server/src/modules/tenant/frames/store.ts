import { sql, type Insertable } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';

interface FrameTables {
  frame_host: { tenant_id: string; id: string; host: string; name: string; created_at: Date };
}

const { on, selectFrom, deleteFrom } = tenantTables<FrameTables>();

export const frameHosts = (tx: Tx) => selectFrom(tx, 'frame_host').selectAll().orderBy('host').execute();

/** Takes a lock, so that concurrent additions cannot exceed the limit. */
export const lockHosts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`frame hosts ${tx.scope.tenantId}`}, 0))`.execute(on(tx));

export const insertHost = (tx: Tx, row: Insertable<FrameTables['frame_host']>) =>
  on(tx).insertInto('frame_host').values(row).execute();

export const removeHost = (tx: Tx, id: string) =>
  deleteFrom(tx, 'frame_host').where('id', '=', id).returning(['host', 'name']).executeTakeFirst();
