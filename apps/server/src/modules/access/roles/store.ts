import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { RoleSort } from '@anlan/contract/modules/access/role';
import type { Sort } from '@anlan/contract/domain/paging';
import type { UserType } from '@anlan/contract/modules/session/session';
import { literal, tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds, withReadings } from '#platform/db/name-search.ts';
import type { AccessTables } from '../tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<AccessTables>();
const columns = { roleName: 'name', createTime: 'created_at', updateTime: 'updated_at' } as const;

export type RoleRow = Selectable<AccessTables['role']>;
export interface RoleFilter {
  keyword?: string | undefined;
  userType?: UserType | undefined;
}

const roles = (tx: Tx) => selectFrom(tx, 'role');

function filtered(tx: Tx, { keyword, userType }: RoleFilter) {
  let query = roles(tx);
  if (userType !== undefined) query = query.where('user_type', '=', userType);
  if (keyword !== undefined && keyword !== '')
    query = query.where((eb) =>
      eb.or([nameHolds('name', keyword), eb('code', 'like', `${literal(keyword.toUpperCase())}%`)]),
    );
  return query;
}

/** One page of roles: roles marked for review first, then presets. */
export async function page(tx: Tx, filter: RoleFilter, sort: Sort<RoleSort>[], limit: number, offset: number) {
  let listed = filtered(tx, filter).selectAll();
  for (const { by, desc } of sort) listed = listed.orderBy(columns[by], desc ? 'desc' : 'asc');
  if (sort.length === 0)
    listed = listed
      .orderBy(sql`to_review <> '{}'`, 'desc')
      .orderBy('preset', 'desc')
      .orderBy('created_at');
  const rows = await listed.orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await filtered(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const all = (tx: Tx, userType: UserType | undefined) =>
  filtered(tx, { userType }).selectAll().orderBy('preset', 'desc').orderBy('created_at').orderBy('id').execute();

export const find = (tx: Tx, id: string) => roles(tx).selectAll().where('id', '=', id).executeTakeFirst();

export const take = (tx: Tx, id: string) => roles(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function membersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectFrom(tx, 'user_role')
    .select((eb) => ['role_id', eb.fn.countAll<string>().as('members')])
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val(ids))))
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, Number(row.members)]));
}

export const insert = async (tx: Tx, row: Insertable<AccessTables['role']>) =>
  on(tx)
    .insertInto('role')
    .values(await withReadings(row, 'name'))
    .execute();

export const update = async (tx: Tx, id: string, values: Updateable<AccessTables['role']>) =>
  updateTable(tx, 'role')
    .set(await withReadings(values, 'name'))
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

export async function remove(tx: Tx, id: string) {
  await deleteFrom(tx, 'role_permit').where('role_id', '=', id).execute();
  await deleteFrom(tx, 'role').where('id', '=', id).execute();
}

export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, { name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await roles(tx)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, { name }]));
}
