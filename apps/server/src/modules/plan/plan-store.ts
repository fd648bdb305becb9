import { sql } from 'kysely';
import type { PlanPrice } from '@anlan/contract/modules/plan/resource';
import { idsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export type StoredPrice = PlanPrice & { id: string };
export interface ListedPlan {
  id: string;
  tenantId: string;
  name: string;
  code: string;
  edition: number;
  priceList: StoredPrice[];
  content: string[];
  carTypes: string[];
  opens: string[];
  seats: number;
  storageMb: number;
  lookups: number;
}

/** Plans offered for sale to the tenant: its own listed plans, or the platform's plans when the tenant has none. */
export async function listedPlans(tx: Tx): Promise<ListedPlan[]> {
  const { rows } = await sql<ListedPlan>`select id, tenant_id as "tenantId", name, code, edition,
      price_list as "priceList", content, car_types as "carTypes", opens, seats, storage_mb as "storageMb", lookups
    from plan where tenant_id in ('0', ${scopedTenant}) and shelf = 'listed' and removed_at is null
    order by sort, id limit 100`.execute(tx.kysely);
  const own = rows.filter(({ tenantId }) => tenantId !== '0');
  return own.length > 0 ? own : rows;
}

export async function setShelf(tx: Tx, ids: readonly string[], shelf: string, now: Date): Promise<string[]> {
  return idsOf(tx)`update plan set shelf = ${shelf}, version = version + 1,
      updated_at = ${now}, updated_by = ${tx.scope.userId}
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[]) and removed_at is null
      and shelf <> ${shelf} returning id`;
}

export async function countPlans(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from plan
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[]) and removed_at is null`.execute(tx.kysely);
  return Number(rows[0]?.found);
}
