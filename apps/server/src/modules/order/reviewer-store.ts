import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** People of the tenant who may decide about refunds, beside one. */
export async function reviewersOf(tx: Tx, beside: string | null): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select distinct u.id, u.nick_name as name
    from role_permit p
    join user_role r on r.tenant_id = p.tenant_id and r.role_id = p.role_id
    join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where p.tenant_id = ${scopedTenant} and p.permit = 'bus:orderrecords:review' and u.lock_flag = '0'
      and u.approval = 'approved' and u.deleted_at is null and u.id is distinct from ${beside}::uuid
    order by name limit 20`.execute(tx.kysely);
  return rows;
}
