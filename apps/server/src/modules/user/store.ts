import { sql, type Updateable } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from '#kernel/ids.ts';
import { seesAll } from '#kernel/scope.ts';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import { hasLetters, nameHolds, withReadings } from '#platform/db/name-search.ts';
import type { Contacts, EncryptedContacts } from './encrypted/rules.ts';
import type { UserTables } from './tables.ts';

const on = tables<UserTables>();

/** Finds a user with the data for sign-in. An expired one-time password is left out. */
export const findByName = (tx: Tx, username: string, now: Date) =>
  on(tx)
    .selectFrom('app_user')
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
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('username', '=', username)
    .executeTakeFirst();

export const findUser = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('app_user')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

export interface PrincipalUser {
  nick_name: string;
  type: UserType;
  lock_flag: '0' | '9';
  shop_id: string | null;
  demo_mode: boolean;
  must_change_password: boolean;
  password_hash: string | null;
  password_changed_at: Date | null;
  created_at: Date;
}
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
  on(tx)
    .selectFrom('app_user')
    .select(['lock_flag', 'password_changed_at', 'phone_index', 'shop_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

export const findByPhone = (tx: Tx, phoneIndex: string, type: UserType | null) => {
  const all = on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'lock_flag'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('phone_index', '=', phoneIndex);
  return (type === null ? all : all.where('type', '=', type)).orderBy('id').limit(1).executeTakeFirst();
};

/** All users with a phone, oldest account first. */
export const findAllByPhone = (tx: Tx, phoneIndex: string) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'type', 'lock_flag', 'approval', 'phone_index'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('phone_index', '=', phoneIndex)
    .orderBy('id')
    .limit(50)
    .execute();

/** All active users with a mail address, oldest account first. */
export const findAllByMail = (tx: Tx, mailIndex: string) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'type'])
    .where('tenant_id', '=', tx.scope.tenantId)
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
  const one = on(tx)
    .updateTable('app_user')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  return (version === undefined ? one : one.where('version', '=', version)).returning('version').executeTakeFirst();
};

/** Replaces a password hash by a newer hash of the same password, unless the stored hash has changed. */
export const replaceHash = (tx: Tx, id: string, before: string, after: string) =>
  on(tx)
    .updateTable('app_user')
    .set({ password_hash: after })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute();

export const bindEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  on(tx)
    .insertInto('user_enterprise')
    .values({ tenant_id: tx.scope.tenantId, user_id: userId, enterprise_id: enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Active users of a type, by name. Regulators with limited divisions see only the staff of these divisions. Staff see
 * their colleagues.
 */
export function listUsers(tx: Tx, type: UserType, keyword: string | undefined) {
  const all = on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'phone_sealed'])
    .where('tenant_id', '=', tx.scope.tenantId)
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
  const { tenantId, userType, enterpriseId } = tx.scope;
  const seen =
    type !== 'enterprise' || seesAll(tx.scope)
      ? some
      : some.where((eb) => {
          // Row-level security shows other callers only the links of enterprises they see, but shows staff all links.
          const bound = eb
            .selectFrom('user_enterprise')
            .select('user_enterprise.user_id')
            .where('user_enterprise.tenant_id', '=', tenantId)
            .whereRef('user_enterprise.user_id', '=', 'app_user.id');
          return eb.exists(
            userType === 'enterprise'
              ? bound.where('user_enterprise.enterprise_id', '=', enterpriseId ?? idRange.lowest)
              : bound,
          );
        });
  return seen.orderBy('nick_name').orderBy('id').limit(200).execute();
}

export const namesOf = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'nick_name'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .execute();

export const boundEnterprises = (tx: Tx, userId: string) =>
  on(tx)
    .selectFrom('user_enterprise')
    .select('enterprise_id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('user_id', '=', userId)
    .execute();

export async function rebind(tx: Tx, from: string, to: string) {
  const { tenantId } = tx.scope;
  const moved = await on(tx)
    .deleteFrom('user_enterprise')
    .where('tenant_id', '=', tenantId)
    .where('enterprise_id', '=', from)
    .returning('user_id')
    .execute();
  if (moved.length === 0) return;
  await on(tx)
    .insertInto('user_enterprise')
    .values(moved.map(({ user_id }) => ({ tenant_id: tenantId, user_id, enterprise_id: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await on(tx)
    .updateTable('app_user')
    .set({ last_enterprise_id: to })
    .where('tenant_id', '=', tenantId)
    .where('last_enterprise_id', '=', from)
    .where(
      'id',
      'in',
      moved.map(({ user_id }) => user_id),
    )
    .execute();
}

export const rememberEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  on(tx)
    .updateTable('app_user')
    .set({ last_enterprise_id: enterpriseId })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', userId)
    .execute();
