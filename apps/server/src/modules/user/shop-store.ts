import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** A shop visible as its account needs it at sign-in (the module shop stands above this one). */
export async function shopOf(tx: Tx, id: string): Promise<{ name: string; isOpen: boolean } | null> {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`select name, status = 'open' as "isOpen" from shop
    where tenant_id = ${scopedTenant} and id = ${id} and removed_at is null`.execute(tx.kysely);
  return rows[0] ?? null;
}
