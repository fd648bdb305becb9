import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface ReportedDanger {
  id: string;
  enterpriseId: string;
  title: string;
  description: string;
  place: string;
  foundAt: Date;
}

export const claimReported = (tx: Tx, enterpriseIds: readonly string[], most: number) =>
  sql`update danger set source = 'report', found_by = '员工举报' where tenant_id = ${tx.scope.tenantId} and id in (
    select id from (select d.id, row_number() over (partition by d.enterprise_id order by d.found_at desc, d.id) as place
      from danger d where d.tenant_id = ${tx.scope.tenantId} and d.enterprise_id = any(${[...enterpriseIds]}::uuid[])
        and d.source = 'self' and d.status = 'accepted' and d.inspection_id is null and d.removed_at is null) g
    where g.place <= ${most})`.execute(tx.kysely);

export async function reportedDangers(tx: Tx): Promise<ReportedDanger[]> {
  const { rows } = await sql<ReportedDanger>`select id, enterprise_id as "enterpriseId", title, description, place,
      found_at as "foundAt"
    from danger where tenant_id = ${tx.scope.tenantId} and source = 'report' and removed_at is null
    order by found_at, id`.execute(tx.kysely);
  return rows;
}

export async function reportersOf(tx: Tx, enterpriseIds: readonly string[]) {
  const { rows } = await sql<{ id: string; reporter: string | null; checker: string | null }>`
    select enterprise_id as id, min(name) filter (where post_kind = 'general') as reporter,
      min(name) filter (where post_kind = 'safetyManager') as checker
    from employee where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and removed_at is null and status <> 'left' group by enterprise_id`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.id, row]));
}
