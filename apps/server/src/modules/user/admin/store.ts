import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { UserSort } from '@anlan/contract/modules/user/admin';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { isLetters, nameHolds } from '#platform/db/name-search.ts';
import type { UserTables } from '../tables.ts';
import { isBound } from '../store.ts';
import type { UserFilter } from './rules.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<UserTables>();
type Listed = SelectQueryBuilder<UserTables, 'app_user', object>;

const columns = [
  'app_user.id',
  'app_user.version',
  'app_user.username',
  'app_user.nick_name',
  'app_user.phone_sealed',
  'app_user.email_sealed',
  'app_user.type',
  'app_user.lock_flag',
  'app_user.approval',
  'app_user.claimed_enterprise',
  'app_user.organ_id',
  'app_user.must_change_password',
  'app_user.demo_mode',
  'app_user.created_at',
] as const;

export interface FoundFilter extends Omit<UserFilter, 'keyword' | 'organId'> {
  among?: string[];
  /** True if more people match the keyword than the limit. */
  crowded?: boolean;
  organIds?: string[];
}

const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
const everybody = (tx: Tx): Listed =>
  on(tx).selectFrom('app_user').where('app_user.tenant_id', '=', scopedTenant).where('app_user.deleted_at', 'is', null);
/**
 * All users of the tenant. For callers limited to divisions, enterprise users appear only with an enterprise in these
 * divisions.
 */
const people = (tx: Tx): Listed =>
  tx.scope.regions === 'all'
    ? everybody(tx)
    : everybody(tx).where((eb) => eb.or([eb('app_user.type', '<>', 'enterprise'), isBound(eb)]));

/**
 * Users whose name or user name begins with a keyword, up to a limit. Each of these searches uses its own index;
 * letters also match the pinyin.
 */
export async function idsByWord(tx: Tx, word: string, most: number): Promise<string[]> {
  const name = sql<string>`nick_name collate "C"`;
  const [named, accounts] = [
    await people(tx)
      .select('app_user.id')
      .where(name, '>=', word)
      .where(name, '<', afterPrefix(word))
      .orderBy(name)
      .limit(most + 1)
      .execute(),
    await people(tx)
      .select('app_user.id')
      .where('username', '>=', word)
      .where('username', '<', afterPrefix(word))
      .orderBy('username')
      .limit(most + 1)
      .execute(),
  ];
  const read = isLetters(word)
    ? await people(tx)
        .select('app_user.id')
        .where(nameHolds('app_user.nick_name', word))
        .limit(most + 1)
        .execute()
    : [];
  return [...new Set([...named, ...accounts, ...read].map(({ id }) => id))];
}

export const idsByPhone = async (tx: Tx, phoneIndex: string): Promise<string[]> =>
  (await people(tx).select('app_user.id').where('phone_index', '=', phoneIndex).limit(50).execute()).map(
    ({ id }) => id,
  );

function peopleWhere(tx: Tx, filter: FoundFilter): Listed {
  let query = people(tx);
  const { among, organIds, roleId, enterpriseId } = filter;
  if (among) query = query.where('app_user.id', '=', sql<string>`any(${among}::uuid[])`);
  if (filter.type) query = query.where('app_user.type', '=', filter.type);
  if (filter.lockFlag) query = query.where('lock_flag', '=', filter.lockFlag === 'locked' ? '9' : '0');
  if (filter.approval) query = query.where('approval', '=', filter.approval);
  if (organIds) query = query.where('organ_id', '=', sql<string>`any(${organIds}::uuid[])`);
  if (roleId)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_role')
          .select('user_role.user_id')
          .where('user_role.tenant_id', '=', scopedTenant)
          .where('user_role.role_id', '=', roleId)
          .whereRef('user_role.user_id', '=', 'app_user.id'),
      ),
    );
  if (enterpriseId) query = query.where((eb) => isBound(eb, enterpriseId));
  return query;
}

function ordered<O>(
  query: SelectQueryBuilder<UserTables, 'app_user', O>,
  [first = { by: 'createTime' as const, desc: true }]: Sort<UserSort>[],
): SelectQueryBuilder<UserTables, 'app_user', O> {
  const way = first.desc ? 'desc' : 'asc';
  // Sorting by id equals sorting by creation time, because ids grow with time.
  if (first.by === 'createTime') return query.orderBy('app_user.id', way);
  const column = first.by === 'username' ? sql`app_user.username` : sql`app_user.nick_name collate "C"`;
  return query.orderBy(column, way).orderBy('app_user.id', way);
}

/** Largest offset for which rows are skipped in the page query itself. */
const nearRows = 200;

/** Reads one page in order. For a large offset, a first step finds the ids with an index only. */
export const page = (tx: Tx, filter: FoundFilter, sort: Sort<UserSort>[], limit: number, offset: number) => {
  const inOrder = ordered(peopleWhere(tx, filter), sort).limit(limit).offset(offset);
  const rows =
    offset <= nearRows
      ? inOrder
      : ordered(people(tx).where('app_user.id', '=', sql<string>`any(array(${inOrder.select('app_user.id')}))`), sort);
  return rows.select(columns).execute();
};

export type PersonRow = Awaited<ReturnType<typeof page>>[number];

/** Number of users that match the filter. For a common keyword, counting stops at a limit. */
export async function count(tx: Tx, filter: FoundFilter): Promise<{ total: number; totalIsEstimate?: true }> {
  const { total } = await on(tx)
    .selectFrom(peopleWhere(tx, filter).select('app_user.id').as('found'))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return filter.crowded
    ? { total: Math.min(Number(total), limits.totalCap), totalIsEstimate: true }
    : { total: Number(total) };
}

/** Ids of users that match the filter, in order, up to a limit. */
export async function orderedIds(
  tx: Tx,
  filter: FoundFilter,
  sort: Sort<UserSort>[],
  limit: number,
): Promise<string[]> {
  const rows = await ordered(peopleWhere(tx, filter), sort).select('app_user.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function rowsByIds(tx: Tx, ids: string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  const rows = await people(tx)
    .select(columns)
    .where('app_user.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds a person and locks the row until the transaction ends. */
export const take = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  people(tx).select(columns).where('app_user.id', '=', id).forUpdate().executeTakeFirst();

export const find = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  people(tx).select(columns).where('app_user.id', '=', id).executeTakeFirst();

export async function bindings(tx: Tx, userIds: string[]): Promise<Map<string, string[]>> {
  const byUser = new Map<string, string[]>();
  if (userIds.length === 0) return byUser;
  const rows = await selectFrom(tx, 'user_enterprise')
    .select(['user_id', 'enterprise_id'])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('enterprise_id')
    .execute();
  for (const { user_id, enterprise_id } of rows) byUser.set(user_id, [...(byUser.get(user_id) ?? []), enterprise_id]);
  return byUser;
}

/** Deletes the person's links to the given enterprises; without ids, all their links. */
export const unbind = (tx: Tx, userId: string, enterpriseIds?: string[]) => {
  const all = deleteFrom(tx, 'user_enterprise').where('user_id', '=', userId);
  return (enterpriseIds ? all.where('enterprise_id', '=', sql<string>`any(${enterpriseIds}::uuid[])`) : all).execute();
};

export const forgetEnterprise = (tx: Tx, userId: string, enterpriseIds: string[]) =>
  updateTable(tx, 'app_user')
    .set({ last_enterprise_id: null })
    .where('id', '=', userId)
    .where('last_enterprise_id', '=', sql<string>`any(${enterpriseIds}::uuid[])`)
    .execute();

export const peopleOf = (tx: Tx, enterpriseId: string, most: number): Promise<PersonRow[]> =>
  ordered(peopleWhere(tx, { enterpriseId }), [{ by: 'createTime', desc: false }])
    .select(columns)
    .limit(most)
    .execute();

export const peopleNamed = (
  tx: Tx,
  name: string,
  enterpriseId: string | undefined,
  most: number,
): Promise<PersonRow[]> =>
  peopleWhere(tx, enterpriseId === undefined ? {} : { enterpriseId })
    .where(sql`nick_name collate "C"`, '=', name)
    .select(columns)
    .orderBy('app_user.id')
    .limit(most)
    .execute();

/** Condition for people whom the caller sees. The condition must equal `isVisible`. */
function isSeen({ scope }: Tx, eb: ExpressionBuilder<UserTables, 'app_user'>) {
  const isStaff = eb('app_user.type', '=', 'enterprise');
  if (scope.userType === 'enterprise')
    return eb.and([isStaff, scope.enterpriseId === null ? eb.lit(false) : isBound(eb, scope.enterpriseId)]);
  return scope.regions === 'all' ? eb.lit(true) : eb.or([eb.not(isStaff), isBound(eb)]);
}

/** User names in use, without deleted accounts, and whether the caller sees their owners. */
export const takenNames = async (tx: Tx, names: readonly string[]): Promise<Map<string, { seen: boolean }>> =>
  new Map(
    (
      await everybody(tx)
        .select((eb) => ['username', isSeen(tx, eb).as('seen')])
        .where('username', '=', sql<string>`any(${names}::text[])`)
        .execute()
    ).map(({ username, seen }) => [username, { seen: seen === true }]),
  );

export const takenPhones = async (
  tx: Tx,
  indexes: readonly string[],
): Promise<{ type: UserType; index: string; seen: boolean }[]> =>
  (
    await everybody(tx)
      .select((eb) => ['type', 'phone_index', isSeen(tx, eb).as('seen')])
      .where('phone_index', '=', sql<string>`any(${indexes}::text[])`)
      .execute()
  ).map(({ type, phone_index, seen }) => ({ type, index: phone_index ?? '', seen: seen === true }));
