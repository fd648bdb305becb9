import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<UserTables>();

/**
 * Takes a lock, so that changes of the tree run one after the other. A move based on an old tree could create a cycle.
 */
export async function holdTree(tx: Tx): Promise<void> {
  const lock = `organ ${tx.scope.tenantId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
}

export const readTree = (tx: Tx) =>
  selectFrom(tx, 'organ')
    .select(['id', 'parent_id', 'name', 'sort', 'version', 'region_code'])
    .orderBy('sort')
    .orderBy('id')
    .execute();

export async function peopleIn(tx: Tx): Promise<Map<string, number>> {
  const rows = await selectFrom(tx, 'app_user')
    .select((eb) => ['organ_id', eb.fn.countAll<string>().as('people')])
    .where('organ_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('organ_id')
    .execute();
  return new Map(rows.flatMap(({ organ_id, people }) => (organ_id === null ? [] : [[organ_id, Number(people)]])));
}

export async function overseersIn(tx: Tx, organIds: readonly string[]): Promise<string[]> {
  if (organIds.length === 0) return [];
  const rows = await selectFrom(tx, 'app_user')
    .select('id')
    .where((eb) => eb('organ_id', '=', eb.fn.any(eb.val(organIds))))
    .where('type', '=', 'regulator')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export const insertOrgan = (
  tx: Tx,
  row: {
    id: string;
    parent_id: string | null;
    name: string;
    sort: number;
    region_code: string | null;
  },
) =>
  on(tx)
    .insertInto('organ')
    .values({ ...row, tenant_id: tx.scope.tenantId })
    .execute();

/** Renames or moves an organ; returns its new version, or undefined when the version is stale. */
export const updateOrgan = async (
  tx: Tx,
  id: string,
  version: number,
  change: { name?: string; parent_id?: string | null; region_code?: string | null },
): Promise<number | undefined> =>
  (
    await updateTable(tx, 'organ')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
  )?.version;

export async function orderOrgans(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update organ set sort = place.sort
    from unnest(${[...ids]}::uuid[]) with ordinality as place (id, sort)
    where organ.tenant_id = ${tx.scope.tenantId} and organ.id = place.id and organ.sort <> place.sort`.execute(on(tx));
}

/** Deletes an organ. If people or organs are below it, the foreign key makes this fail. */
export async function removeOrgan(tx: Tx, id: string): Promise<void> {
  // Deleted users still reference the organ. Clear the reference, otherwise the foreign key blocks the deletion.
  await updateTable(tx, 'app_user')
    .set({ organ_id: null })
    .where('organ_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await deleteFrom(tx, 'organ').where('id', '=', id).execute();
}

export async function placesOf(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ user_id: string; region_code: string }>`
    with recursive up (user_id, parent_id, region_code, depth) as (
      select u.id, o.parent_id, o.region_code, 1 from app_user u join organ o on o.tenant_id = u.tenant_id and o.id = u.organ_id
        where u.tenant_id = ${tenantId} and u.id = any (${userIds}::uuid[])
      union all
      select up.user_id, o.parent_id, o.region_code, up.depth + 1
        from up join organ o on o.tenant_id = ${tenantId} and o.id = up.parent_id
        where up.region_code is null and up.depth < 100)
    select user_id, region_code from up where region_code is not null`.execute(on(tx));
  return new Map(rows.map(({ user_id, region_code }) => [user_id, region_code]));
}

export const organsAt = async (tx: Tx, code: string): Promise<string[]> =>
  (await selectFrom(tx, 'organ').select('name').where('region_code', '=', code).orderBy('name').execute()).map(
    ({ name }) => name,
  );
