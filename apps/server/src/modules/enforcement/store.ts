import { sql } from 'kysely';
import { idsOf, type Tx } from '#platform/db/index.ts';

export async function openAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from enforcement
    where tenant_id = ${tx.scope.tenantId} and id > ${id} and status <> 'closed' and status <> 'withdrawn'
      and removed_at is null
    order by id limit ${limit}`;
}

/** Marks notices whose receipt was not confirmed in time; returns their ids. */
export async function markUnreceived(tx: Tx, issuedBefore: Date, at: Date): Promise<string[]> {
  return idsOf(tx)`update enforcement set unreceived_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id in (select id from enforcement
      where tenant_id = ${tx.scope.tenantId} and status = 'issued' and unreceived_at is null and removed_at is null
        and issued_at < ${issuedBefore} order by issued_at limit 500)
    returning id`;
}

export async function countIn(tx: Tx, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from enforcement
    where tenant_id = ${tx.scope.tenantId} and status = any(${states}::text[]) and removed_at is null`.execute(
    tx.kysely,
  );
  return Number(rows[0]?.found);
}

export async function unitName(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from brand where id = ${tx.scope.tenantId}`.execute(
    tx.kysely,
  );
  return rows[0]?.name ?? '';
}

/** Time of the inspection. Null if the caller cannot see it. */
export async function inspectedAt(tx: Tx, id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select started_at as at from inspection
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);
  return rows[0]?.at ?? null;
}
