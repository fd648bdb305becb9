import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

/**
 * People who may answer followers, or only the person with this id. For an enterprise account these are its own
 * users, otherwise regulators. An enterprise sees only its own people.
 */
export async function clerksOf(tx: Tx, id: string | null): Promise<{ userId: string; name: string }[]> {
  const { enterpriseId } = tx.scope;
  return rowsOf<{ userId: string; name: string }>(tx)`select distinct u.id as "userId", u.nick_name as name
    from role_permit p
    join user_role r on r.tenant_id = p.tenant_id and r.role_id = p.role_id
    join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where p.tenant_id = ${scopedTenant} and p.permit = 'wxmp:wxmsg:edit' and u.lock_flag = '0'
      and u.approval = 'approved' and u.deleted_at is null ${id === null ? sql`` : sql`and u.id = ${id}`}
      and ${
        enterpriseId === null
          ? sql`u.type <> 'enterprise'`
          : sql`exists (select from user_enterprise b where b.tenant_id = u.tenant_id and b.user_id = u.id
              and b.enterprise_id = ${enterpriseId})`
      }
    order by name limit 200`;
}
