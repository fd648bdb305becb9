import { sql, type Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import { presentRows } from '../store.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

/** Removed rows too. */
export const findRows = (tx: Tx, ids: readonly string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name', 'status', 'removed_at', 'merged_into'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();

/** Locks the rows until the transaction ends, so that nobody closes, merges or removes them. */
export const holdRows = (tx: Tx, ids: readonly string[]) => hold(tx, tx.scope.tenantId, [...ids]);
const hold = preparedStatement<
  Pick<Selectable<EnterpriseTables['enterprise']>, 'id' | 'name' | 'status' | 'removed_at' | 'merged_into'>,
  [tenantId: string, ids: readonly string[]]
>(
  'enterprise.hold',
  (tenantId, ids) => sql`select id, name, status, removed_at, merged_into from enterprise
    where tenant_id = ${tenantId} and id = ${anyOfIds(ids)} order by id for key share`,
);

/** Advisory lock until the transaction ends: changes of the tree run one at a time. */
export const holdTree = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('enterprise.parent'), hashtext(${tx.scope.tenantId}))`.execute(on(tx));

/** Whether `id` is one of the enterprises or an ancestor of one. The search ends even if the data has a cycle. */
export async function isAtOrAbove(tx: Tx, ids: readonly string[], id: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (id) as (
      select ${id}::uuid
      union
      select e.parent_id from above a
        join enterprise e on e.tenant_id = ${tx.scope.tenantId} and e.id = a.id where e.parent_id is not null)
    select from above where id = any(${ids}::uuid[]) limit 1`.execute(on(tx));
  return rows.length > 0;
}

export const childIds = async (tx: Tx, id: string): Promise<string[]> =>
  (await presentRows(tx).select('id').where('parent_id', '=', id).execute()).map((row) => row.id);

export const moveChildren = async (tx: Tx, from: string, to: string, now: Date): Promise<string[]> =>
  (
    await on(tx)
      .updateTable('enterprise')
      .set((eb) => ({
        parent_id: sql<string | null>`case when id = ${to} then null else ${to}::uuid end`,
        version: eb('version', '+', 1),
        updated_at: now,
        updated_by: tx.scope.userId,
      }))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('parent_id', '=', from)
      .returning('id')
      .execute()
  ).map((row) => row.id);
