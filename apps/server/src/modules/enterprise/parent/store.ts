import { sql, type Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { amongIds, keyed } from '#platform/db/keyed.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

const standing = (tx: Tx, ids: readonly string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name', 'status', 'removed_at', 'merged_into'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');

/** How enterprises visible stand. */
export const findRows = (tx: Tx, ids: readonly string[]) => standing(tx, ids).execute();

/** The same; nobody closes, merges or removes them until the transaction ends. */
export const holdRows = (tx: Tx, ids: readonly string[]) => hold(tx, tx.scope.tenantId, [...ids]);
const hold = keyed<
  Pick<Selectable<EnterpriseTables['enterprise']>, 'id' | 'name' | 'status' | 'removed_at' | 'merged_into'>,
  [tenantId: string, ids: readonly string[]]
>(
  'enterprise.hold',
  (tenantId, ids) => sql`select id, name, status, removed_at, merged_into from enterprise
    where tenant_id = ${tenantId} and id = ${amongIds(ids)} order by id for key share`,
);

/** Keeps everybody else from changing who stands above whom until the transaction ends. */
export const holdTree = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('enterprise.parent'), hashtext(${tx.scope.tenantId}))`.execute(on(tx));

/** Whether one of some enterprises is another one, or stands above it, however far up; an old ring has an end too. */
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

/** Ids of those visible that name an enterprise as the upper one. */
export const childIds = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await on(tx)
      .selectFrom('enterprise')
      .select('id')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('parent_id', '=', id)
      .where('removed_at', 'is', null)
      .execute()
  ).map((row) => row.id);

/** Enterprises below one come under another; answers their ids. */
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
