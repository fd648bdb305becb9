import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** Shop of an account, read at sign-in. This store reads the shop, because the module shop depends on this module. */
export async function shopOf(tx: Tx, id: string): Promise<{ name: string; isOpen: boolean } | null> {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`select name, status = 'open' as "isOpen" from shop
    where tenant_id = ${scopedTenant} and id = ${id} and removed_at is null`.execute(tx.kysely);
  return rows[0] ?? null;
}
