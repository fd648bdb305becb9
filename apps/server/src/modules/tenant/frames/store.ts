import { sql, type Insertable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { FrameTables } from './tables.ts';

const on = tables<FrameTables>();

/** The sites of the scope's tenant. */
export const frameHosts = (tx: Tx) =>
  on(tx).selectFrom('frame_host').selectAll().where('tenant_id', '=', tx.scope.tenantId).orderBy('host').execute();

/** Sites are added one after the other, so that they can be counted. */
export const lockHosts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`frame hosts ${tx.scope.tenantId}`}, 0))`.execute(on(tx));

/** Adds a site. */
export const insertHost = (tx: Tx, row: Insertable<FrameTables['frame_host']>) =>
  on(tx).insertInto('frame_host').values(row).execute();

/** Takes a site away; answers which it was. */
export const removeHost = (tx: Tx, id: string) =>
  on(tx)
    .deleteFrom('frame_host')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .returning(['host', 'name'])
    .executeTakeFirst();
