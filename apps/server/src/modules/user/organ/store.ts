import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { OrganTables } from './tables.ts';

const on = tables<OrganTables>();

/** Lets one change of the tenant's tree follow the other: a move decided on an older tree could close a circle. */
export async function holdTree(tx: Tx): Promise<void> {
  const lock = `organ ${tx.scope.tenantId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
}

/** The whole tree as rows, in order. */
export const readTree = (tx: Tx) =>
  on(tx)
    .selectFrom('organ')
    .select(['id', 'parent_id', 'name', 'sort', 'version'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .orderBy('sort')
    .orderBy('id')
    .execute();

/** How many people stand in each organisation. */
export async function peopleIn(tx: Tx): Promise<Map<string, number>> {
  const rows = await on(tx)
    .selectFrom('app_user')
    .select((eb) => ['organ_id', eb.fn.countAll<string>().as('people')])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('organ_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('organ_id')
    .execute();
  return new Map(rows.flatMap(({ organ_id, people }) => (organ_id === null ? [] : [[organ_id, Number(people)]])));
}

/** A new organisation. */
export const insertOrgan = (tx: Tx, row: { id: string; parent_id: string | null; name: string; sort: number }) =>
  on(tx)
    .insertInto('organ')
    .values({ ...row, tenant_id: tx.scope.tenantId })
    .execute();

/** Renames or moves an organisation; answers its new version, or undefined when somebody was quicker. */
export const updateOrgan = async (
  tx: Tx,
  id: string,
  version: number,
  change: { name?: string; parent_id?: string | null },
): Promise<number | undefined> =>
  (
    await on(tx)
      .updateTable('organ')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
  )?.version;

/** Puts siblings in an order. */
export async function orderOrgans(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update organ set sort = place.sort
    from unnest(${[...ids]}::uuid[]) with ordinality as place (id, sort)
    where organ.tenant_id = ${tx.scope.tenantId} and organ.id = place.id and organ.sort <> place.sort`.execute(on(tx));
}

/** Takes an organisation away; whoever still stands in it or below it breaks a constraint. */
export async function removeOrgan(tx: Tx, id: string): Promise<void> {
  // People who were deleted keep their row for the traces they left.
  await on(tx)
    .updateTable('app_user')
    .set({ organ_id: null })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('organ_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await on(tx).deleteFrom('organ').where('tenant_id', '=', tx.scope.tenantId).where('id', '=', id).execute();
}
