import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** Takes the first call of an enterprise since an instant that no accident names yet; null where there is none. */
export async function takeCall(tx: Tx, enterpriseId: string, since: Date): Promise<{ id: string; at: Date } | null> {
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ id: string; at: Date }>`update phone_report set matched = true
    where tenant_id = ${tenantId} and not matched and id = (select id from phone_report
      where tenant_id = ${tenantId} and enterprise_id = ${enterpriseId} and removed_at is null and not matched
        and received_at >= ${since}
      order by received_at, id limit 1 for update skip locked)
    returning id, received_at as at`.execute(tx.kysely);
  return rows[0] ?? null;
}
