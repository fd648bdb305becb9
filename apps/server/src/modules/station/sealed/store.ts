import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { StationTables } from '../tables.ts';

const on = tables<StationTables>();

/** Stations whose manager's phone is not sealed yet, held until the transaction ends. */
export const takePlain = (tx: Tx, limit: number) =>
  on(tx)
    .selectFrom('station')
    .select(['id', 'manager_phone'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('manager_phone_sealed', 'is', null)
    .where(sql<boolean>`not phone_is_masked(manager_phone)`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Puts a sealed phone where a whole one stood. */
export const putSealed = (tx: Tx, id: string, sealed: { manager_phone: string; manager_phone_sealed: string }) =>
  on(tx).updateTable('station').set(sealed).where('tenant_id', '=', tx.scope.tenantId).where('id', '=', id).execute();
