import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** Records demo results for four of five due records; one in sixty is abnormal. */
export const recordSome = (tx: Tx, now: Date) =>
  sql`update health_record r set result = case when n % 60 = 7 then 'abnormal' else 'normal' end, org = '澜江体检中心',
      sampled_at = least(${now}::timestamptz, r.due_on::timestamptz) - interval '30 hours',
      note = case when n % 60 = 7 then '血压偏高，已安排复查' end
    from (select id, row_number() over (order by id) as n from health_record where tenant_id = ${tx.scope.tenantId}) as found
    where r.tenant_id = ${tx.scope.tenantId} and r.id = found.id and n % 5 <> 0`.execute(tx.kysely);
