import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { TenantTables } from '../tables.ts';

const { on, updateTable } = tenantTables<TenantTables>();

export const dueTenants = async (tx: Tx, removedBefore: Date): Promise<string[]> =>
  (
    await on(tx)
      .selectFrom('brand')
      .select('id')
      .where('removed_at', '<=', removedBefore)
      .where('purged_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Begins or continues the purge if the database allows it. After that the tenant cannot be restored. */
export const beginPurge = async (tx: Tx): Promise<boolean> =>
  (await sql<{ begun: boolean }>`select tenant_purge_begin(${tx.scope.tenantId}) as begun`.execute(on(tx))).rows[0]
    ?.begun === true;

export const purgeOrder = async (tx: Tx): Promise<string[]> =>
  (await sql<{ name: string }>`select name from tenant_purge_order() order by place`.execute(on(tx))).rows.map(
    ({ name }) => name,
  );

export const emptyTable = async (tx: Tx, name: string): Promise<number> =>
  Number(
    (await sql<{ gone: string }>`select tenant_purge(${tx.scope.tenantId}, ${name}) as gone`.execute(on(tx))).rows[0]
      ?.gone ?? 0,
  );

/** Ends the purge: only the number and the name of the tenant remain. */
export async function endPurge(tx: Tx, now: Date, mark: string): Promise<void> {
  const { tenantId } = tx.scope;
  await on(tx)
    .updateTable('brand')
    .set({
      name: sql<string>`name || ${mark}::text`,
      copy: null,
      icp: null,
      tec: null,
      logo: null,
      hosts: [],
      generic_hosts: [],
      purged_at: now,
    })
    .where('id', '=', tenantId)
    .execute();
  await updateTable(tx, 'tenant')
    .set({
      name: sql<string>`name || ${mark}::text`,
      frozen_reason: null,
      entry_write_until: null,
      sms_sign_name: null,
      sms_templates: null,
    })
    .execute();
}
