import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export async function seededFollower(
  tx: Tx,
  one: { accountId: string; openId: string; nickName: string; at: Date },
): Promise<string> {
  const id = newId();
  await sql`insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
    values (${scopedTenant}, ${id}, ${one.accountId}, ${one.openId}, ${one.nickName}, ${one.at}, ${one.at}, ${one.at})`.execute(
    tx.kysely,
  );
  return id;
}

export async function storedFollower(tx: Tx, accountId: string, openId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from wx_follower
    where tenant_id = ${scopedTenant} and account_id = ${accountId} and open_id = ${openId}`.execute(tx.kysely);
  return rows[0]?.id ?? null;
}

/** Links the first followers to employees of enterprises with open tasks, and marks answered messages as read. */
export async function bindSeeded(
  tx: Tx,
  { id: accountId, enterpriseId }: { id: string; enterpriseId: string | null },
): Promise<void> {
  await sql`with busy as (
      select distinct on (d.enterprise_id) d.enterprise_id, e.id as employee_id
      from danger d join employee e on e.tenant_id = d.tenant_id and e.enterprise_id = d.enterprise_id and e.removed_at is null
      where d.tenant_id = ${scopedTenant} and d.removed_at is null and d.status not in ('accepted', 'voided')
        and (${enterpriseId}::uuid is null or d.enterprise_id = ${enterpriseId})
      order by d.enterprise_id, e.id limit 4),
    numbered as (select employee_id, row_number() over (order by enterprise_id) as no from busy),
    first as (select id, row_number() over (order by open_id) as no from wx_follower
      where tenant_id = ${scopedTenant} and account_id = ${accountId})
    update wx_follower f set employee_id = numbered.employee_id from first join numbered using (no)
    where f.tenant_id = ${scopedTenant} and f.id = first.id`.execute(tx.kysely);
  await sql`update wx_message m set read_flag = '0' from wx_conversation c
    where m.tenant_id = ${scopedTenant} and c.tenant_id = m.tenant_id and c.follower_id = m.follower_id
      and c.state = 'answered' and m.read_flag = '1'`.execute(tx.kysely);
  await sql`update wx_conversation set unread = 0, assignee_id = null, assignee_name = null
    where tenant_id = ${scopedTenant} and state = 'answered'`.execute(tx.kysely);
}
