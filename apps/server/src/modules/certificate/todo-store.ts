import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export interface WaitingCertificate {
  id: string;
  enterpriseId: string;
  name: string;
  status: 'submitted' | 'returned';
  userId: string | null;
}

export async function waitingCertificates(tx: Tx, ids: readonly string[]): Promise<WaitingCertificate[]> {
  const { rows } = await sql<WaitingCertificate>`select c.id, c.enterprise_id as "enterpriseId", c.name, c.status,
      e.user_id as "userId"
    from certificate c join employee e on e.tenant_id = c.tenant_id and e.id = c.employee_id
      and e.removed_at is null and e.status <> 'left'
    where c.tenant_id = ${scopedTenant} and c.id = any(${[...ids]}::uuid[]) and c.removed_at is null
      and c.status in ('submitted', 'returned')`.execute(tx.kysely);
  return rows;
}

export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from certificate
    where tenant_id = ${scopedTenant} and id > ${id} and removed_at is null and status in ('submitted', 'returned')
    order by id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.id);
}
