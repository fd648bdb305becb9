import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { sql } from 'kysely';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { LifecycleTables } from '../lifecycle/tables.ts';
import { presentRows } from '../store.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables & LifecycleTables>();

export const rowsOf = (tx: Tx, ids: readonly string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name', 'status', 'source', 'officer_id', 'updated_at'])
    .select([
      'licence_to',
      'standard_to',
      'policy_to',
      'transport_licence_to',
      'supervision_kind',
      'first_signed_in_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('enterprise_status_change as c')
        .select((one) => one.fn.max('c.at').as('at'))
        .whereRef('c.tenant_id', '=', 'enterprise.tenant_id')
        .whereRef('c.enterprise_id', '=', 'enterprise.id')
        .as('moved_at'),
    )
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    // Use a join, because for a long `in` list the planner scans a narrow index.
    .where('id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`)
    .execute();

export const idsIn = async (tx: Tx, status: EnterpriseStatus): Promise<string[]> =>
  (await presentRows(tx).select('id').where('status', '=', status).orderBy('id').execute()).map(({ id }) => id);

/** Ids after `after` of enterprises with a pending state or with an item that expires by `untilOn`. */
export async function idsAfter(tx: Tx, after: string, untilOn: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from enterprise where tenant_id = ${scopedTenant} and id > ${after} and removed_at is null
       and status in ('underReview', 'rejected') order by id limit ${limit})
    union
    (select id from enterprise where tenant_id = ${scopedTenant} and id > ${after} and removed_at is null
       and status in ('active', 'suspended') and first_signed_in_at is not null and next_expiry_on <= ${untilOn}::date
       order by id limit ${limit})
    order by id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.id);
}
