import { sql } from 'kysely';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import { tables, type Tx } from '#platform/db/index.ts';

/** The columns that this module reads and writes. */
export interface CompanyTables {
  company_lookup: { tenant_id: string; keyword: string; facts: CompanyFacts | string | null; fetched_at: Date };
  company_lookup_count: { tenant_id: string; day: string; who: string; used: number };
}
const on = tables<CompanyTables>();

/** What was answered for a keyword, and when. */
export async function readAnswer(tx: Tx, keyword: string): Promise<{ facts: CompanyFacts | null; at: Date } | null> {
  const row = await on(tx)
    .selectFrom('company_lookup')
    .select(['facts', 'fetched_at'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('keyword', '=', keyword)
    .executeTakeFirst();
  // Only a statement carries it as text.
  return row ? { facts: typeof row.facts === 'string' ? null : row.facts, at: row.fetched_at } : null;
}

/** Keeps an answer under every keyword that leads to it. */
export const keepAnswer = (tx: Tx, keywords: readonly string[], facts: CompanyFacts | null, at: Date) =>
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

/** Counts one look-up of a day; false where so many were made already. */
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

/** Gives back what was counted for a look-up that the provider never answered. */
export const giveBack = (tx: Tx, day: string, whos: readonly string[]) =>
  on(tx)
    .updateTable('company_lookup_count')
    .set({ used: sql`used - 1` })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('day', '=', day)
    .where('who', 'in', whos)
    .where('used', '>', 0)
    .execute();

/** Forgets answers and counts from before a moment. */
export async function forgetBefore(tx: Tx, at: Date, day: string): Promise<void> {
  const { tenantId } = tx.scope;
  await on(tx).deleteFrom('company_lookup').where('tenant_id', '=', tenantId).where('fetched_at', '<', at).execute();
  await on(tx).deleteFrom('company_lookup_count').where('tenant_id', '=', tenantId).where('day', '<', day).execute();
}
