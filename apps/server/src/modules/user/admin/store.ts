import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { UserSort } from '@anlan/contract/modules/user/admin';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { isLetters, nameHolds } from '#platform/db/name-search.ts';
import type { UserFilter } from './rules.ts';
import type { AdminTables } from './tables.ts';

const on = tables<AdminTables>();
type Listed = SelectQueryBuilder<AdminTables, 'app_user', object>;

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

/** A filter whose words have been looked up. */
export interface FoundFilter extends Omit<UserFilter, 'keyword' | 'organId'> {
  /** Those that the word was found in. */
  among?: string[];
  /** The word stands at the beginning of more people than are told apart. */
  crowded?: boolean;
  organIds?: string[];
}

const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
const everybody = (tx: Tx): Listed =>
  on(tx).selectFrom('app_user').where('app_user.tenant_id', '=', scopedTenant).where('app_user.deleted_at', 'is', null);
/** Whether somebody is bound to an enterprise, of those that the policies show: the visible enterprises. */
const boundHere = (eb: ExpressionBuilder<AdminTables, 'app_user'>, enterpriseId?: string) => {
  const bound = eb
    .selectFrom('user_enterprise')
    .select('user_enterprise.user_id')
    .where('user_enterprise.tenant_id', '=', scopedTenant)
    .whereRef('user_enterprise.user_id', '=', 'app_user.id');
  return eb.exists(
    enterpriseId === undefined ? bound : bound.where('user_enterprise.enterprise_id', '=', enterpriseId),
  );
};
/** Everybody; for those who oversee some divisions, of the enterprises' people those of enterprises there. */
const people = (tx: Tx): Listed =>
  tx.scope.regions === 'all'
    ? everybody(tx)
    : everybody(tx).where((eb) => eb.or([eb('app_user.type', '<>', 'enterprise'), boundHere(eb)]));

/**
 * Whoever's name or account name begins with a word, up to a number; each beginning is read in its own index. Letters find
 * the names that are read so as well.
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

/** Whoever has a phone. */
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
  if (enterpriseId) query = query.where((eb) => boundHere(eb, enterpriseId));
  return query;
}

function ordered<O>(
  query: SelectQueryBuilder<AdminTables, 'app_user', O>,
  [first = { by: 'createTime' as const, desc: true }]: Sort<UserSort>[],
): SelectQueryBuilder<AdminTables, 'app_user', O> {
  const way = first.desc ? 'desc' : 'asc';
  // Ids grow with time: the newest account has the highest.
  if (first.by === 'createTime') return query.orderBy('app_user.id', way);
  const column = first.by === 'username' ? sql`app_user.username` : sql`app_user.nick_name collate "C"`;
  return query.orderBy(column, way).orderBy('app_user.id', way);
}

/** Rows that may be read and passed over before a page. */
const nearRows = 200;

/** One page in its order; where much is passed over an index alone finds the ids. */
export const page = (tx: Tx, filter: FoundFilter, sort: Sort<UserSort>[], limit: number, offset: number) => {
  const inOrder = ordered(peopleWhere(tx, filter), sort).limit(limit).offset(offset);
  const rows =
    offset <= nearRows
      ? inOrder
      : ordered(people(tx).where('app_user.id', '=', sql<string>`any(array(${inOrder.select('app_user.id')}))`), sort);
  return rows.select(columns).execute();
};

/** A person of the list, as stored. */
export type PersonRow = Awaited<ReturnType<typeof page>>[number];

/** How many the filter leaves; a word that too many begin with stops counting at the cap. */
export async function count(tx: Tx, filter: FoundFilter): Promise<{ total: number; totalIsEstimate?: true }> {
  const { total } = await on(tx)
    .selectFrom(peopleWhere(tx, filter).select('app_user.id').as('found'))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return filter.crowded
    ? { total: Math.min(Number(total), limits.totalCap), totalIsEstimate: true }
    : { total: Number(total) };
}

/** Ids of what the filter leaves, in order, up to a number. */
export async function orderedIds(
  tx: Tx,
  filter: FoundFilter,
  sort: Sort<UserSort>[],
  limit: number,
): Promise<string[]> {
  const rows = await ordered(peopleWhere(tx, filter), sort).select('app_user.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Rows by id, in the order of the ids. */
export async function rowsByIds(tx: Tx, ids: string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  const rows = await people(tx)
    .select(columns)
    .where('app_user.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A person held until the transaction ends. */
export const take = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  people(tx).select(columns).where('app_user.id', '=', id).forUpdate().executeTakeFirst();

/** A person as they stand. */
export const find = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  people(tx).select(columns).where('app_user.id', '=', id).executeTakeFirst();

/** Enterprises bound to each of these people. */
export async function bindings(tx: Tx, userIds: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (userIds.length === 0) return found;
  const rows = await on(tx)
    .selectFrom('user_enterprise')
    .select(['user_id', 'enterprise_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('enterprise_id')
    .execute();
  for (const { user_id, enterprise_id } of rows) found.set(user_id, [...(found.get(user_id) ?? []), enterprise_id]);
  return found;
}

/** Takes bindings away; all of a person's where none are named. */
export const unbind = (tx: Tx, userId: string, enterpriseIds?: string[]) => {
  const all = on(tx)
    .deleteFrom('user_enterprise')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('user_id', '=', userId);
  return (enterpriseIds ? all.where('enterprise_id', '=', sql<string>`any(${enterpriseIds}::uuid[])`) : all).execute();
};

/** A person's current enterprise is no longer one of theirs. */
export const forgetEnterprise = (tx: Tx, userId: string, enterpriseIds: string[]) =>
  on(tx)
    .updateTable('app_user')
    .set({ last_enterprise_id: null })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', userId)
    .where('last_enterprise_id', '=', sql<string>`any(${enterpriseIds}::uuid[])`)
    .execute();

/** People bound to an enterprise, the eldest account first. */
export const peopleOf = (tx: Tx, enterpriseId: string, most: number): Promise<PersonRow[]> =>
  ordered(peopleWhere(tx, { enterpriseId }), [{ by: 'createTime', desc: false }])
    .select(columns)
    .limit(most)
    .execute();

/** People of a name, to the letter. */
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

/** Whether a person is one whom the caller sees, as `isVisible` has it. */
function isSeen({ scope }: Tx, eb: ExpressionBuilder<AdminTables, 'app_user'>) {
  const isStaff = eb('app_user.type', '=', 'enterprise');
  if (scope.userType === 'enterprise')
    return eb.and([isStaff, scope.enterpriseId === null ? eb.lit(false) : boundHere(eb, scope.enterpriseId)]);
  return scope.regions === 'all' ? eb.lit(true) : eb.or([eb.not(isStaff), boundHere(eb)]);
}

/** Which of these account names are taken, deleted accounts apart, and whether the caller sees by whom. */
export const takenNames = async (tx: Tx, names: readonly string[]): Promise<Map<string, { seen: boolean }>> =>
  new Map(
    (
      await everybody(tx)
        .select((eb) => ['username', isSeen(tx, eb).as('seen')])
        .where('username', '=', sql<string>`any(${names}::text[])`)
        .execute()
    ).map(({ username, seen }) => [username, { seen: seen === true }]),
  );

/** Which of these phones somebody has, with the kind of people they are and whether the caller sees them. */
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
