import { sql } from 'kysely';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import { tenantTables, type Tx } from '#platform/db/index.ts';

export interface CompanyTables {
  company_lookup: { tenant_id: string; keyword: string; facts: CompanyFacts | string | null; fetched_at: Date };
  company_lookup_count: { tenant_id: string; day: string; who: string; used: number };
}
const { on, selectFrom, updateTable, deleteFrom } = tenantTables<CompanyTables>();

export async function readAnswer(tx: Tx, keyword: string): Promise<{ facts: CompanyFacts | null; at: Date } | null> {
  const row = await selectFrom(tx, 'company_lookup')
    .select(['facts', 'fetched_at'])
    .where('keyword', '=', keyword)
    .executeTakeFirst();
  // The driver returns parsed JSON. The column type includes text only for writes.
  return row ? { facts: typeof row.facts === 'string' ? null : row.facts, at: row.fetched_at } : null;
}

/** Stores an answer in the cache under every keyword that leads to it. */
export const storeAnswer = (tx: Tx, keywords: readonly string[], facts: CompanyFacts | null, at: Date) =>
  on(tx)
    .insertInto('company_lookup')
    .values(
      keywords.map((keyword) => ({
        tenant_id: tx.scope.tenantId,
        keyword,
        facts: facts && JSON.stringify(facts),
        fetched_at: at,
      })),
    )
    .onConflict((same) =>
      same
        .columns(['tenant_id', 'keyword'])
        .doUpdateSet((eb) => ({ facts: eb.ref('excluded.facts'), fetched_at: eb.ref('excluded.fetched_at') })),
    )
    .execute();

export async function countOne(tx: Tx, day: string, who: string, most: number): Promise<boolean> {
  const rows = await on(tx)
    .insertInto('company_lookup_count')
    .values({ tenant_id: tx.scope.tenantId, day, who, used: 1 })
    .onConflict((same) =>
      same
        .columns(['tenant_id', 'day', 'who'])
        .doUpdateSet({ used: sql`company_lookup_count.used + 1` })
        .where('company_lookup_count.used', '<', most),
    )
    .returning('used')
    .execute();
  return rows.length > 0;
}

/** Gives counted look-ups back if the provider never answered. */
export const refundLookup = (tx: Tx, day: string, whos: readonly string[]) =>
  updateTable(tx, 'company_lookup_count')
    .set({ used: sql`used - 1` })
    .where('day', '=', day)
    .where('who', 'in', whos)
    .where('used', '>', 0)
    .execute();

export async function deleteBefore(tx: Tx, at: Date, day: string): Promise<void> {
  await deleteFrom(tx, 'company_lookup').where('fetched_at', '<', at).execute();
  await deleteFrom(tx, 'company_lookup_count').where('day', '<', day).execute();
}
