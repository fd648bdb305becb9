import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface SeededPerson {
  id: string;
  enterprise_id: string;
  name: string;
  department: string | null;
  user_id: string | null;
}
export async function seededPeople(tx: Tx, enterpriseIds: readonly string[]): Promise<SeededPerson[]> {
  if (enterpriseIds.length === 0) return [];
  const { rows } = await sql<SeededPerson>`select id, enterprise_id, name, department, user_id from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[]) and removed_at is null
      and status <> 'left' order by enterprise_id, id`.execute(tx.kysely);
  return rows;
}
