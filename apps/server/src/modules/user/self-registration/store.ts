import { tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const on = tables<UserTables>();

export const peopleBoundTo = (tx: Tx, enterpriseId: string) =>
  on(tx)
    .selectFrom('user_enterprise')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.tenant_id', '=', 'user_enterprise.tenant_id')
        .onRef('app_user.id', '=', 'user_enterprise.user_id'),
    )
    .select('app_user.id')
    .where('user_enterprise.tenant_id', '=', tx.scope.tenantId)
    .where('user_enterprise.enterprise_id', '=', enterpriseId)
    .where('app_user.lock_flag', '=', '0')
    .where('app_user.approval', '=', 'approved')
    .orderBy('app_user.id')
    .limit(50)
    .execute();
