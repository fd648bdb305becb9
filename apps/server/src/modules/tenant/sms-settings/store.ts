import type { UnitSms } from '@anlan/contract/domain/message-template';
import { tables, type Tx } from '#platform/db/index.ts';
import type { TenantTables } from '../tables.ts';

const on = tables<TenantTables>();

export async function readUnitSms(tx: Tx): Promise<UnitSms | null> {
  const row = await on(tx)
    .selectFrom('tenant')
    .select(['sms_sign_name', 'sms_templates'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .executeTakeFirst();
  if (!row || row.sms_sign_name === null) return null;
  return { signName: row.sms_sign_name, templates: row.sms_templates ?? {} };
}

/** Stores the tenant's SMS settings; null means that the tenant uses those of the platform again. */
export const writeUnitSms = (tx: Tx, unit: UnitSms | null) =>
  on(tx)
    .updateTable('tenant')
    .set({
      sms_sign_name: unit?.signName ?? null,
      sms_templates: unit === null ? null : JSON.stringify(unit.templates),
    })
    .where('tenant_id', '=', tx.scope.tenantId)
    .execute();
