import { tables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from './tables.ts';

const on = tables<AccessTables>();

/** Role codes and permission strings of a person. */
export const readRights = (tx: Tx, userId: string) =>
  on(tx)
    .selectFrom('user_role')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'user_role.tenant_id').onRef('role.id', '=', 'user_role.role_id'),
    )
    .leftJoin('role_permit', (join) =>
      join.onRef('role_permit.tenant_id', '=', 'role.tenant_id').onRef('role_permit.role_id', '=', 'role.id'),
    )
    .select(['role.code', 'role_permit.permit'])
    .where('user_role.tenant_id', '=', tx.scope.tenantId)
    .where('user_role.user_id', '=', userId)
    .execute();

/** Gives a person a role by its code. */
export const giveRole = (tx: Tx, userId: string, code: string) =>
  on(tx)
    .insertInto('user_role')
    .columns(['tenant_id', 'user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('role')
        .select((one) => ['role.tenant_id', one.val(userId).as('user_id'), 'role.id'])
        .where('role.tenant_id', '=', tx.scope.tenantId)
        .where('role.code', '=', code),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Every entry of the menu: the platform's and the tenant's own. */
export const readMenu = (tx: Tx) => on(tx).selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute();
