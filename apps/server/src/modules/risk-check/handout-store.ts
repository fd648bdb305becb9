import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export async function noteHandouts(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  const { tenantId, userId } = tx.scope;
  if (ids.length === 0 || userId === null) return;
  await sql`insert into risk_check_handout (tenant_id, risk_check_id, user_id, handed_at)
    select ${tenantId}, g.id, ${userId}::uuid, ${at}::timestamptz from unnest(${[...ids].sort()}::uuid[]) as g (id)
    -- A day is read many times, and is new once.
    where not exists (select from risk_check_handout h
      where h.tenant_id = ${tenantId} and h.risk_check_id = g.id and h.user_id = ${userId}::uuid)
    on conflict do nothing`.execute(tx.kysely);
}

/** When the caller first received a check; null if they never did. */
export async function handedOutAt(tx: Tx, id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select handed_at as at from risk_check_handout
    where tenant_id = ${tx.scope.tenantId} and risk_check_id = ${id} and user_id = ${tx.scope.userId}`.execute(
    tx.kysely,
  );
  return rows[0]?.at ?? null;
}

/** Days after the due time for which a hand-out is stored. The allowed delay of offline work is shorter. */
const retentionDays = 7;

export async function forgetHandouts(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from risk_check_handout h using risk_check c
    where h.tenant_id = ${tx.scope.tenantId} and c.tenant_id = h.tenant_id and c.id = h.risk_check_id
      and c.due_at < ${now}::timestamptz - make_interval(days => ${retentionDays})`.execute(tx.kysely);
  return Number(numAffectedRows);
}
