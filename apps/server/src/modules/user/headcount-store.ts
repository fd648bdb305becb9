import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from './tables.ts';

export async function headcount(tx: Tx): Promise<number> {
  const { people } = await tables<UserTables>()(tx)
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export async function openAccounts(tx: Tx, enterpriseId: string): Promise<number> {
  const { people } = await tables<UserTables>()(tx)
    .selectFrom('user_enterprise')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.tenant_id', '=', 'user_enterprise.tenant_id')
        .onRef('app_user.id', '=', 'user_enterprise.user_id'),
    )
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .where('user_enterprise.tenant_id', '=', scopedTenant)
    .where('user_enterprise.enterprise_id', '=', enterpriseId)
    .where('app_user.lock_flag', '=', '0')
    .where('app_user.approval', '=', 'approved')
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(people);
}
