import { sql, type ExpressionBuilder, type Selectable, type Updateable } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from '#kernel/ids.ts';
import { seesAll } from '#kernel/scope.ts';
import { literal, scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import { hasLetters, nameHolds, withReadings } from '#platform/db/name-search.ts';
import type { Contacts, EncryptedContacts } from './encrypted/rules.ts';
import type { UserTables } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<UserTables>();

/** Finds a user with the data for sign-in. An expired one-time password is left out. */
export const findByName = (tx: Tx, username: string, now: Date) =>
  selectFrom(tx, 'app_user')
    .select(['id', 'username', 'nick_name', 'type', 'lock_flag', 'last_enterprise_id', 'password_changed_at'])
    .select((eb) =>
      eb
        .case()
        .when(eb.or([eb('password_ends_at', 'is', null), eb('password_ends_at', '>', now)]))
        .then(eb.ref('password_hash'))
        .else(null)
        .end()
        .as('password_hash'),
    )
    .where('username', '=', username)
    .executeTakeFirst();

export const findUser = (tx: Tx, id: string) =>
  selectFrom(tx, 'app_user').selectAll().where('id', '=', id).executeTakeFirst();

type PrincipalColumn =
  | 'nick_name'
  | 'type'
  | 'lock_flag'
  | 'shop_id'
  | 'demo_mode'
  | 'must_change_password'
  | 'password_hash';
export type PrincipalUser = Pick<
  Selectable<UserTables['app_user']>,
  PrincipalColumn | 'password_changed_at' | 'created_at'
>;
const standing = preparedStatement<PrincipalUser, [tenantId: string, id: string]>(
  'user.standing',
  (
    tenantId,
    id,
  ) => sql`select nick_name, type, lock_flag, shop_id, demo_mode, must_change_password, password_hash, password_changed_at,
     created_at from app_user where tenant_id = ${tenantId} and id = ${id}`,
);
export const principalOf = async (tx: Tx, id: string): Promise<PrincipalUser | undefined> =>
  (await standing(tx, tx.scope.tenantId, id))[0];

/** Locks a person's row until the transaction ends; returns the state of its credentials. */
export const holdProofs = (tx: Tx, id: string) =>
  selectFrom(tx, 'app_user')
    .select(['lock_flag', 'password_changed_at', 'phone_index', 'shop_id'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

export const findByPhone = (tx: Tx, phoneIndex: string, type: UserType | null) => {
  const all = selectFrom(tx, 'app_user')
    .select(['id', 'username', 'nick_name', 'lock_flag'])
    .where('phone_index', '=', phoneIndex);
  return (type === null ? all : all.where('type', '=', type)).orderBy('id').limit(1).executeTakeFirst();
};

/** All users with a phone, oldest account first. */
export const findAllByPhone = (tx: Tx, phoneIndex: string) =>
  selectFrom(tx, 'app_user')
    .select(['id', 'username', 'type', 'lock_flag', 'approval', 'phone_index'])
    .where('phone_index', '=', phoneIndex)
    .orderBy('id')
    .limit(50)
    .execute();

/** All active users with a mail address, oldest account first. */
export const findAllByMail = (tx: Tx, mailIndex: string) =>
  selectFrom(tx, 'app_user')
    .select(['id', 'type'])
    .where('email_index', '=', mailIndex)
    .where('lock_flag', '=', '0')
    .where('approval', '=', 'approved')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute();

export type NewUser = Pick<UserTables['app_user'], 'id' | 'username' | 'nick_name' | 'type' | 'password_hash'> & {
  must_change_password: boolean;
  password_ends_at?: Date;
  approval?: 'pending';
  claimed_enterprise?: string;
  organ_id?: string | null;
};

export const insertUser = async (tx: Tx, row: NewUser & Partial<EncryptedContacts>) => {
  const made = { tenant_id: tx.scope.tenantId, lock_flag: '0', demo: false, demo_mode: false } as const;
  return on(tx)
    .insertInto('app_user')
    .values(await withReadings({ ...row, ...made }, 'nick_name'))
    .execute();
};

type Columns = Pick<
  Updateable<UserTables['app_user']>,
  | 'username'
  | 'shop_id'
  | 'nick_name'
  | 'avatar'
  | 'organ_id'
  | 'lock_flag'
  | 'password_hash'
  | 'password_changed_at'
  | 'password_ends_at'
  | 'must_change_password'
  | 'approval'
  | 'claimed_enterprise'
  | 'demo'
  | 'deleted_at'
>;
/** Columns that may be changed. Contacts are given in plain text. */
export type UserChange = Columns & Partial<Contacts>;

/** Changes a person if the version matches; returns the new version, or undefined. */
export const updateUser = async (
  tx: Tx,
  id: string,
  change: Columns & Partial<EncryptedContacts> & { updated_at: Date },
  version?: number,
) => {
  const columns = await withReadings(change, 'nick_name');
  const one = updateTable(tx, 'app_user')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  return (version === undefined ? one : one.where('version', '=', version)).returning('version').executeTakeFirst();
};

/** Replaces a password hash by a newer hash of the same password, unless the stored hash has changed. */
export const replaceHash = (tx: Tx, id: string, before: string, after: string) =>
  updateTable(tx, 'app_user')
    .set({ password_hash: after })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute();

export const bindEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  on(tx)
    .insertInto('user_enterprise')
    .values({ tenant_id: tx.scope.tenantId, user_id: userId, enterprise_id: enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Whether a user is linked to the enterprise, or to any enterprise that the caller sees. */
export const isBound = (eb: ExpressionBuilder<UserTables, 'app_user'>, enterpriseId?: string) => {
  const bound = eb
    .selectFrom('user_enterprise')
    .select('user_enterprise.user_id')
    .where('user_enterprise.tenant_id', '=', scopedTenant)
    .whereRef('user_enterprise.user_id', '=', 'app_user.id');
  return eb.exists(
    enterpriseId === undefined ? bound : bound.where('user_enterprise.enterprise_id', '=', enterpriseId),
  );
};

/** The accounts of an enterprise that are not locked. */
export const openAccountsOf = (tx: Tx, enterpriseId: string) =>
  selectFrom(tx, 'user_enterprise')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.tenant_id', '=', 'user_enterprise.tenant_id')
        .onRef('app_user.id', '=', 'user_enterprise.user_id'),
    )
    .where('user_enterprise.enterprise_id', '=', enterpriseId)
    .where('app_user.lock_flag', '=', '0');

export const approvedPeople = (tx: Tx, enterpriseId: string) =>
  openAccountsOf(tx, enterpriseId)
    .select('app_user.id')
    .where('app_user.approval', '=', 'approved')
    .orderBy('app_user.id')
    .limit(50)
    .execute();

const countPeople = (eb: ExpressionBuilder<UserTables, 'app_user'>) => eb.fn.countAll<string>().as('people');

export async function headcount(tx: Tx): Promise<number> {
  const all = selectFrom(tx, 'app_user').where('deleted_at', 'is', null);
  return Number((await all.select(countPeople).executeTakeFirstOrThrow()).people);
}

/** Number of accounts that count for the limit of the enterprise's plan. */
export async function openAccounts(tx: Tx, enterpriseId: string): Promise<number> {
  const approved = openAccountsOf(tx, enterpriseId).where('app_user.approval', '=', 'approved');
  const { people } = await approved
    .where('app_user.deleted_at', 'is', null)
    .select(countPeople)
    .executeTakeFirstOrThrow();
  return Number(people);
}

const pending = (tx: Tx) =>
  selectFrom(tx, 'app_user').where('approval', '=', 'pending').where('deleted_at', 'is', null);

export const pendingOf = (tx: Tx, ids: readonly string[]) =>
  pending(tx)
    .select(['id', 'nick_name as name', 'type', 'claimed_enterprise as claims', 'created_at as since'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();

export const pendingAfter = async (tx: Tx, after: string, limit: number): Promise<string[]> =>
  (await pending(tx).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()).map(({ id }) => id);

/** Shop of an account, read at sign-in. This store reads the shop, because the module shop depends on this module. */
export async function shopOf(tx: Tx, id: string): Promise<{ name: string; isOpen: boolean } | null> {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`select name, status = 'open' as "isOpen" from shop
    where tenant_id = ${scopedTenant} and id = ${id} and removed_at is null`.execute(tx.kysely);
  return rows[0] ?? null;
}

/**
 * Active users of a type, by name. Regulators with limited divisions see only the staff of these divisions. Staff see
 * their colleagues.
 */
export function listUsers(tx: Tx, type: UserType, keyword: string | undefined) {
  const all = selectFrom(tx, 'app_user')
    .select(['id', 'username', 'nick_name', 'phone_sealed'])
    .where('type', '=', type)
    .where('lock_flag', '=', '0');
  const pattern = `${literal(keyword ?? '')}%`;
  const some =
    keyword === undefined || keyword === ''
      ? all
      : all.where((eb) =>
          eb.or([
            eb('nick_name', 'like', pattern),
            eb('username', 'like', pattern),
            ...(hasLetters(keyword) ? [nameHolds('nick_name', keyword)] : []),
          ]),
        );
  const { userType, enterpriseId } = tx.scope;
  // Row-level security shows other callers only the links of enterprises they see, but shows staff all links.
  const own = userType === 'enterprise' ? (enterpriseId ?? idRange.lowest) : undefined;
  const visible = type !== 'enterprise' || seesAll(tx.scope) ? some : some.where((eb) => isBound(eb, own));
  return visible.orderBy('nick_name').orderBy('id').limit(200).execute();
}

export const namesOf = (tx: Tx, ids: string[]) =>
  selectFrom(tx, 'app_user').select(['id', 'nick_name']).where('id', 'in', ids).execute();

export const boundEnterprises = (tx: Tx, userId: string) =>
  selectFrom(tx, 'user_enterprise').select('enterprise_id').where('user_id', '=', userId).execute();

export async function rebind(tx: Tx, from: string, to: string) {
  const { tenantId } = tx.scope;
  const moved = await deleteFrom(tx, 'user_enterprise')
    .where('enterprise_id', '=', from)
    .returning('user_id')
    .execute();
  if (moved.length === 0) return;
  await on(tx)
    .insertInto('user_enterprise')
    .values(moved.map(({ user_id }) => ({ tenant_id: tenantId, user_id, enterprise_id: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await updateTable(tx, 'app_user')
    .set({ last_enterprise_id: to })
    .where('last_enterprise_id', '=', from)
    .where(
      'id',
      'in',
      moved.map(({ user_id }) => user_id),
    )
    .execute();
}

export const rememberEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  updateTable(tx, 'app_user').set({ last_enterprise_id: enterpriseId }).where('id', '=', userId).execute();
