import { sql, type Insertable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { FrameTables } from './tables.ts';

const on = tables<FrameTables>();

export const frameHosts = (tx: Tx) =>
  on(tx).selectFrom('frame_host').selectAll().where('tenant_id', '=', tx.scope.tenantId).orderBy('host').execute();

/** Takes a lock, so that concurrent additions cannot exceed the limit. */
export const lockHosts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`frame hosts ${tx.scope.tenantId}`}, 0))`.execute(on(tx));

export const insertHost = (tx: Tx, row: Insertable<FrameTables['frame_host']>) =>
  on(tx).insertInto('frame_host').values(row).execute();

export const removeHost = (tx: Tx, id: string) =>
  on(tx)
    .deleteFrom('frame_host')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .returning(['host', 'name'])
    .executeTakeFirst();
