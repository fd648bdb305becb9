// Writes the digest of a day with SQL: it finds the recipients of each warning and makes one row for each person.
import { sql } from 'kysely';
import type { WarningDigest } from '@anlan/contract/modules/warning/views';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

/** Number of days for which digests are stored. */
const keptDays = 30;

/**
 * Writes the digests of a day and returns the recipients. Safety managers get all warnings near their date. Heads get
 * only urgent warnings, or all warnings if no safety manager has an account. The officer gets expired warnings.
 * Existing digests of the day are not changed.
 */
export async function writeDigests(tx: Tx, { today, at }: { today: string; at: Date }): Promise<string[]> {
  await sql`delete from warning_digest where tenant_id = ${scopedTenant} and day < ${today}::date - ${keptDays}::int`.execute(
    tx.kysely,
  );
  const { rows } = await sql<{ userId: string }>`
    with due as materialized (select enterprise_id, level, item_name, valid_to, id from warning
      where tenant_id = ${scopedTenant} and level is not null and status in ('open', 'acknowledged')
        and removed_at is null and (snoozed_to is null or snoozed_to <= ${today}::date)),
    person as materialized (select enterprise_id, user_id, post_kind from employee
      where tenant_id = ${scopedTenant} and user_id is not null and removed_at is null and status <> 'left'
        and post_kind in ('safetyManager', 'head')),
    heard as (
      select distinct p.user_id, due.* from due join person p on p.enterprise_id = due.enterprise_id
        and (p.post_kind = 'safetyManager' or due.level in ('expired', 'urgent') or not exists (select from person s
          where s.enterprise_id = p.enterprise_id and s.post_kind = 'safetyManager'))
      union
      select e.officer_id, due.* from due join enterprise e on e.tenant_id = ${scopedTenant}
        and e.id = due.enterprise_id where e.officer_id is not null and due.level = 'expired')
    insert into warning_digest (tenant_id, user_id, day, expired, urgent, soon, early, enterprises, first_item, told_at)
    select ${scopedTenant}, user_id, ${today}::date, count(*) filter (where level = 'expired'),
      count(*) filter (where level = 'urgent'), count(*) filter (where level = 'soon'),
      count(*) filter (where level = 'early'), count(distinct enterprise_id),
      (array_agg(item_name order by valid_to, id))[1], ${at}::timestamptz
    from heard group by user_id
    on conflict (tenant_id, user_id, day) do nothing
    returning user_id as "userId"`.execute(tx.kysely);
  return rows.map(({ userId }) => userId);
}

/** Heads among today's recipients who have more urgent items than on the day before. */
export async function headsAtUrgent(
  tx: Tx,
  { today, userIds }: { today: string; userIds: readonly string[] },
): Promise<{ userId: string; urgent: number }[]> {
  return rowsOf<{ userId: string; urgent: number }>(tx)`
    select told.user_id as "userId", told.urgent from warning_digest told
    left join warning_digest before on before.tenant_id = told.tenant_id and before.user_id = told.user_id
      and before.day = told.day - 1
    where told.tenant_id = ${scopedTenant} and told.day = ${today}::date and told.user_id = any(${userIds}::uuid[])
      and told.urgent > coalesce(before.urgent, 0)
      and exists (select from employee e where e.tenant_id = ${scopedTenant} and e.user_id = told.user_id
        and e.post_kind = 'head' and e.removed_at is null and e.status <> 'left')
    order by told.user_id`;
}

export async function digestsOf(tx: Tx): Promise<WarningDigest[]> {
  return rowsOf<WarningDigest>(tx)`select day, expired, urgent, soon, early, enterprises,
      first_item as first, told_at as "toldAt", read_at as "readAt"
    from warning_digest where tenant_id = ${scopedTenant} and user_id = ${tx.scope.userId}::uuid
    order by day desc limit 30`;
}

export async function countUnreadDigests(tx: Tx): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from warning_digest
    where tenant_id = ${scopedTenant} and user_id = ${tx.scope.userId}::uuid and read_at is null`.execute(tx.kysely);
  return rows[0]?.found ?? 0;
}

export const readDigests = (tx: Tx, at: Date) =>
  sql`update warning_digest set read_at = ${at} where tenant_id = ${scopedTenant}
    and user_id = ${tx.scope.userId}::uuid and read_at is null`.execute(tx.kysely);
