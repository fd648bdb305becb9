import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** The last day for which each work made its rows. */
export async function daysMade(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ work: string; day: string }>`select work, to_char(day, 'YYYY-MM-DD') as day from day_turn
    where tenant_id = ${tx.scope.tenantId}`.execute(tx.kysely);
  return new Map(rows.map(({ work, day }) => [work, day]));
}

export const saveDay = (tx: Tx, work: string, day: string) =>
  sql`insert into day_turn (tenant_id, work, day) values (${tx.scope.tenantId}, ${work}, ${day}::date)
    on conflict (tenant_id, work) do update set day = greatest(day_turn.day, excluded.day)`.execute(tx.kysely);
