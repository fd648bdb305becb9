import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { ApplicationTables } from '../application/tables.ts';
import type { EnterpriseTables } from '../tables.ts';
import type { EncryptedPhones } from './rules.ts';

interface PlainTables extends EnterpriseTables {
  enterprise_application: ApplicationTables['enterprise_application'] & { phone: string | null };
}
const on = tables<PlainTables>();
const plain = sql<boolean>`phones_sealed is null and not (phone_is_masked(legal_phone) and phone_is_masked(head_phone)
  and phone_is_masked(safety_head_phone) and phone_is_masked(safety_manager_phone))`;

/** Enterprises with plain phones after an id. Locks the rows until the transaction ends. */
export const takePlain = (tx: Tx, after: string, limit: number) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'legal_phone', 'head_phone', 'safety_head_phone', 'safety_manager_phone', 'phones_sealed'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '>', after)
    .where(plain)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

export const putEncrypted = (tx: Tx, rows: (EncryptedPhones & { id: string })[]) =>
  sql`update enterprise e set legal_phone = s.legal_phone, head_phone = s.head_phone,
      safety_head_phone = s.safety_head_phone, safety_manager_phone = s.safety_manager_phone,
      phones_sealed = s.phones_sealed, safety_manager_index = s.safety_manager_index
    from json_to_recordset(${JSON.stringify(rows)}::json) as s (id uuid, legal_phone text, head_phone text,
      safety_head_phone text, safety_manager_phone text, phones_sealed text, safety_manager_index text)
    where e.tenant_id = ${tx.scope.tenantId} and e.id = s.id`.execute(on(tx));

/** Applications with plain phones. Locks the rows until the transaction ends. */
export const takeApplications = (tx: Tx) =>
  on(tx)
    .selectFrom('enterprise_application')
    .select(['id', sql<string>`phone`.as('phone')])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where(sql<boolean>`phone is not null`)
    .forUpdate()
    .execute();

export const putApplication = (tx: Tx, id: string, encrypted: { phone_sealed: string; phone_index: string }) =>
  on(tx)
    .updateTable('enterprise_application')
    .set({ ...encrypted, phone: null })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .execute();
