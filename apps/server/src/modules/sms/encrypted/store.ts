import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SmsTables } from '../tables.ts';

const { selectFrom, updateTable } = tenantTables<SmsTables>();

/** Finds pending messages whose phone is not encrypted yet, and locks them until the transaction ends. */
export const takePlain = (tx: Tx, limit: number): Promise<{ id: string; phone: string }[]> =>
  selectFrom(tx, 'sms_message')
    .select(['id', 'phone'])
    .where('state', '=', 'queued')
    .where(sql<boolean>`not phone_is_masked(phone)`)
    .limit(limit)
    .forUpdate()
    .execute();

export const putEncrypted = (tx: Tx, id: string, encrypted: { phone: string; phone_sealed: string }) =>
  updateTable(tx, 'sms_message').set(encrypted).where('id', '=', id).execute();
