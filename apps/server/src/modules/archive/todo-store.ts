import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

const supervised = sql`e.status in ('active', 'suspended') and e.removed_at is null`;

export async function lackingOf(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; missing: number; expired: number; first: string | null }>`
    select e.id, s.missing, s.expired, s.first from archive_state s
      join enterprise e on e.tenant_id = s.tenant_id and e.id = s.enterprise_id
    where s.tenant_id = ${tx.scope.tenantId} and s.enterprise_id = any(${[...ids]}::uuid[])
      and s.missing + s.expired > 0 and ${supervised}`.execute(tx.kysely);
  return rows;
}
export async function lackingAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.enterprise_id as id from archive_state s
      join enterprise e on e.tenant_id = s.tenant_id and e.id = s.enterprise_id
    where s.tenant_id = ${tx.scope.tenantId} and s.enterprise_id > ${after} and s.missing + s.expired > 0
      and ${supervised} order by s.enterprise_id limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

export async function claimedOf(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    enterprise_id: string;
    enterprise_name: string;
    item_name: string;
    created_at: Date;
    officer_id: string | null;
  }>`select w.id, w.enterprise_id, e.name as enterprise_name, w.item_name, w.created_at, e.officer_id
    from archive_waiver w join enterprise e on e.tenant_id = w.tenant_id and e.id = w.enterprise_id
    where w.tenant_id = ${tx.scope.tenantId} and w.id = any(${[...ids]}::uuid[]) and w.status = 'claimed'
      and w.removed_at is null`.execute(tx.kysely);
  return rows;
}
export async function claimedAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from archive_waiver where tenant_id = ${tx.scope.tenantId}
    and id > ${after} and status = 'claimed' and removed_at is null order by id limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
