import type { UserType } from '@anlan/contract/domain/session';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from './tables.ts';

const on = tables<UserTables>();

/** A person with what signing in needs. */
export const findByName = (tx: Tx, username: string) =>
  on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'type', 'password_hash', 'lock_flag', 'last_enterprise_id'])
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

/** People of a kind who may work, by name. */
export function listUsers(tx: Tx, type: UserType, keyword: string | undefined) {
  const all = on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'phone'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('type', '=', type)
    .where('lock_flag', '=', '0');
  const pattern = `${literal(keyword ?? '')}%`;
  const some =
    keyword === undefined || keyword === ''
      ? all
      : all.where((eb) => eb.or([eb('nick_name', 'like', pattern), eb('username', 'like', pattern)]));
  return some.orderBy('nick_name').orderBy('id').limit(200).execute();
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
