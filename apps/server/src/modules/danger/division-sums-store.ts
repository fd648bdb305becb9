// Sums of dangers by division (migration danger-facts). Triggers insert a difference row for every changed danger.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** Up to this number of difference rows, adding them at each read is cheaper than merging them. */
const looseMost = 200;

/** Merges difference rows with the same key if there are many. */
export async function foldFacts(tx: Tx): Promise<void> {
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ loose: number }>`select count(*)::int as loose from (
      select from danger_fact where tenant_id = ${tenantId} and not folded limit ${looseMost + 1}) waiting`.execute(
    tx.kysely,
  );
  if ((rows[0]?.loose ?? 0) > looseMost) await sql`select danger_fact_fold(${tenantId})`.execute(tx.kysely);
}

/** Recounts the sums, in case rows were written without the triggers. */
export const recountFacts = (tx: Tx) => sql`select danger_fact_recount(${tx.scope.tenantId})`.execute(tx.kysely);
