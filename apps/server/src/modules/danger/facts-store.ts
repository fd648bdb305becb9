// Sums of dangers by division (migration danger-facts): every statement that changes dangers adds its difference by itself.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** So many rows may wait: folding costs more than summing up fewer. */
const looseMost = 200;

/** Puts rows with the same words into one where many wait. */
export async function foldFacts(tx: Tx): Promise<void> {
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ loose: number }>`select count(*)::int as loose from (
      select from danger_fact where tenant_id = ${tenantId} and not folded limit ${looseMost + 1}) waiting`.execute(
    tx.kysely,
  );
  if ((rows[0]?.loose ?? 0) > looseMost) await sql`select danger_fact_fold(${tenantId})`.execute(tx.kysely);
}

/** Counts them anew, whatever was written past the triggers. */
export const recountFacts = (tx: Tx) => sql`select danger_fact_recount(${tx.scope.tenantId})`.execute(tx.kysely);
