import { tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

/** How many people the scope's tenant has. */
export async function headcount(tx: Tx): Promise<number> {
  const { people } = await tables<UserTables>()(tx)
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(people);
}
