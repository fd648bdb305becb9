import type { UnitSms } from '@anlan/contract/domain/message-template';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { TenantTables } from '../tables.ts';

const { selectFrom, updateTable } = tenantTables<TenantTables>();

export async function readUnitSms(tx: Tx): Promise<UnitSms | null> {
  const row = await selectFrom(tx, 'tenant').select(['sms_sign_name', 'sms_templates']).executeTakeFirst();
  if (!row || row.sms_sign_name === null) return null;
  return { signName: row.sms_sign_name, templates: row.sms_templates ?? {} };
}

/** Stores the tenant's SMS settings; null means that the tenant uses those of the platform again. */
export const writeUnitSms = (tx: Tx, unit: UnitSms | null) =>
  updateTable(tx, 'tenant')
    .set({
      sms_sign_name: unit?.signName ?? null,
      sms_templates: unit === null ? null : JSON.stringify(unit.templates),
    })
    .execute();
