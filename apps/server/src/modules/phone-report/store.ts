import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** Milliseconds. An accident must be entered within this time after the call; an older call is taken as unrelated. */
const callMs = 7 * 24 * 3_600_000;

/** Claims the first unused call of an enterprise since an instant; null when there is none. */
export async function takeCall(
  tx: Tx,
  enterpriseId: string,
  since: Date,
  now: Date,
): Promise<{ id: string; at: Date } | null> {
  const oldest = new Date(Math.max(since.getTime(), now.getTime() - callMs));
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ id: string; at: Date }>`update phone_report set matched = true
    where tenant_id = ${tenantId} and not matched and id = (select id from phone_report
      where tenant_id = ${tenantId} and enterprise_id = ${enterpriseId} and removed_at is null and not matched
        and received_at >= ${oldest}
      order by received_at, id limit 1 for update skip locked)
    returning id, received_at as at`.execute(tx.kysely);
  return rows[0] ?? null;
}
