import { sql, type RawBuilder } from 'kysely';
import { hasRows, scopedTenant, type Tx } from '#platform/db/index.ts';

export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`equipment.id = ${id}`] : [];

export async function isCodeTaken(tx: Tx, enterpriseId: string, code: string, exceptId: string | null) {
  return hasRows(tx)`select from equipment
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and code = ${code}
      and id is distinct from ${exceptId} and removed_at is null limit 1`;
}
