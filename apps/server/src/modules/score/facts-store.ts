// What scores are computed from, of many enterprises in one statement.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { ScoreFacts } from './rules.ts';

type FactRow = Omit<ScoreFacts, never> & { id: string };

/** Facts of those of the enterprises that are supervised. */
export async function readFacts(tx: Tx, ids: readonly string[], today: string): Promise<Map<string, ScoreFacts>> {
  const { rows } = await sql<FactRow>`
    select e.id, e.profile_rate as "profileRate", 0 as dangers, 0 as due, 0 as "onTime", 0 as "dueSoon", 0 as overdue, 0 as "overdueLong", 0 as "overdueMajor", 0 as "openMajor", 0 as tracked, 0 as "trackedBlocking", 0 as expired, 0 as "expiredBlocking", 0 as "expiredLicences"
    from enterprise e where e.tenant_id = ${tx.scope.tenantId} and e.id = any(${[...ids]}::uuid[])
      and e.status in ('active', 'suspended') and e.removed_at is null`.execute(tx.kysely);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
