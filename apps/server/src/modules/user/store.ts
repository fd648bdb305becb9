import { sql, type Updateable } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from '#kernel/ids.ts';
import { seesAll } from '#kernel/scope.ts';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import { hasLetters, nameHolds } from '#platform/db/name-search.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import type { Contacts, EncryptedContacts } from './encrypted/rules.ts';
import type { UserTables } from './tables.ts';

const on = tables<UserTables>();

/** A person with what signing in needs; a password that was only lent is gone when its time is over. */
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

/** A person by id. */
export const findUser = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('app_user')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** What of a person is a part of their principal. */
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
const standing = keyed<PrincipalUser, [tenantId: string, id: string]>(
  'user.standing',
  (
    tenantId,
    id,
  ) => sql`select nick_name, type, lock_flag, shop_id, demo_mode, must_change_password, password_hash, password_changed_at,
     created_at from app_user where tenant_id = ${tenantId} and id = ${id}`,
);
/** What of a person is a part of their principal. */
export const principalOf = async (tx: Tx, id: string): Promise<PrincipalUser | undefined> =>
  (await standing(tx, tx.scope.tenantId, id))[0];

/** Keeps a person from being changed until the transaction ends; answers what a way in is proven by. */
export const holdProofs = (tx: Tx, id: string) =>
  on(tx)
    .selectFrom('app_user')
    .select(['lock_flag', 'password_changed_at', 'phone_index', 'shop_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

/** A person of a kind by phone, whoever came first. */
export const findByPhone = (tx: Tx, phoneIndex: string, type: UserType | null) => {
  const all = on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'lock_flag'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('phone_index', '=', phoneIndex);
  return (type === null ? all : all.where('type', '=', type)).orderBy('id').limit(1).executeTakeFirst();
};

/** Everybody who has a phone, of any kind; the eldest account first. */
export const findAllByPhone = (tx: Tx, phoneIndex: string) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'type', 'lock_flag', 'approval', 'phone_index'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('phone_index', '=', phoneIndex)
    .orderBy('id')
    .limit(50)
    .execute();

/** Everybody who has a mail and may work, of any kind; the eldest account first. */
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

/** What a new person is made of. */
export type NewUser = Pick<UserTables['app_user'], 'id' | 'username' | 'nick_name' | 'type' | 'password_hash'> & {
  must_change_password: boolean;
  password_ends_at?: Date;
  approval?: 'pending';
  claimed_enterprise?: string;
  organ_id?: string | null;
};

/** A new person. */
export const insertUser = async (tx: Tx, row: NewUser & Partial<EncryptedContacts>) => {
  const made = { tenant_id: tx.scope.tenantId, lock_flag: '0', demo: false, demo_mode: false } as const;
  const nick_name_search = await searchText(row.nick_name);
  return on(tx)
    .insertInto('app_user')
    .values({ ...row, ...made, nick_name_search })
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
/** What may change about a person; the contacts are whole. */
export type UserChange = Columns & Partial<Contacts>;

/** Changes a person, if they are as expected; answers the new version, or nothing. */
export const updateUser = async (
  tx: Tx,
  id: string,
  change: Columns & Partial<EncryptedContacts> & { updated_at: Date },
  version?: number,
) => {
  const { nick_name: name } = change;
  const readings = name === undefined ? {} : { nick_name_search: await searchText(name) };
  const one = on(tx)
    .updateTable('app_user')
    .set((eb) => ({ ...change, ...readings, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  return (version === undefined ? one : one.where('version', '=', version)).returning('version').executeTakeFirst();
};

/** Puts another hash of the same password in place of one that still stands. */
export const replaceHash = (tx: Tx, id: string, before: string, after: string) =>
  on(tx)
    .updateTable('app_user')
    .set({ password_hash: after })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute();

/** Binds a person to an enterprise. */
export const bindEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  on(tx)
    .insertInto('user_enterprise')
    .values({ tenant_id: tx.scope.tenantId, user_id: userId, enterprise_id: enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** People of a kind who may work, by name; of staff, whoever oversees some divisions sees those there, staff their colleagues. */
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
          // The policies show bindings of visible enterprises alone, but to staff every one.
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

/** Names shown, by id. */
export const namesOf = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'nick_name'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .execute();

/** Ids of the enterprises bound to a person. */
export const boundEnterprises = (tx: Tx, userId: string) =>
  on(tx)
    .selectFrom('user_enterprise')
    .select('enterprise_id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('user_id', '=', userId)
    .execute();

/** Whoever was bound to one enterprise is bound to another instead. */
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

/** Remembers the enterprise a person worked in last. */
export const rememberEnterprise = (tx: Tx, userId: string, enterpriseId: string) =>
  on(tx)
    .updateTable('app_user')
    .set({ last_enterprise_id: enterpriseId })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', userId)
    .execute();

/** The organisations of the tenant. */
export const readOrgans = (tx: Tx) =>
  on(tx)
    .selectFrom('organ')
    .select(['id', 'parent_id', 'name', 'sort'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
