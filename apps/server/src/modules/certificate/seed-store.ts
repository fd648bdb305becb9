import { sql } from 'kysely';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { Tx } from '#platform/db/index.ts';

export interface SeedHolder {
  id: string;
  enterpriseId: string;
  name: string;
  postKind: PostKind;
  isRisky: boolean;
}

export async function holders(tx: Tx): Promise<SeedHolder[]> {
  const { rows } =
    await sql<SeedHolder>`select e.id, e.enterprise_id as "enterpriseId", e.name, e.post_kind as "postKind",
      f.supervision_kind = 'transport' as "isRisky"
    from employee e join enterprise f on f.tenant_id = e.tenant_id and f.id = e.enterprise_id
    where e.tenant_id = ${tx.scope.tenantId} and e.removed_at is null and e.status <> 'left'
      and e.post_kind in ('head', 'safetyManager', 'specialOperator', 'equipmentOperator', 'driver', 'escort')
    order by e.id`.execute(tx.kysely);
  return rows;
}
