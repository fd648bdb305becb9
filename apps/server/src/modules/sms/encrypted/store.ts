import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { SmsTables } from '../tables.ts';

const on = tables<SmsTables>();

/** Finds pending messages whose phone is not encrypted yet, and locks them until the transaction ends. */
export const takePlain = (tx: Tx, limit: number): Promise<{ id: string; phone: string }[]> =>
  on(tx)
    .selectFrom('sms_message')
    .select(['id', 'phone'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('state', '=', 'queued')
    .where(sql<boolean>`not phone_is_masked(phone)`)
    .limit(limit)
    .forUpdate()
    .execute();

export const putEncrypted = (tx: Tx, id: string, encrypted: { phone: string; phone_sealed: string }) =>
  on(tx)
    .updateTable('sms_message')
    .set(encrypted)
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .execute();
