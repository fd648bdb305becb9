import { sql } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { tables, tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { AccessTables } from '../tables.ts';

interface Holders extends AccessTables {
  app_user: { tenant_id: string; id: string; lock_flag: string; approval: string; deleted_at: Date | null };
}

const { on, selectFrom, deleteFrom } = tenantTables<AccessTables>();
const among = tables<Holders>();

/** Advisory lock, so that changes of rights in a tenant run one after the other. */
export const lockRights = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('anlan.rights'), hashtext(${tx.scope.tenantId}))`.execute(tx.kysely);

export const readRights = preparedStatement<
  { code: string; user_type: UserType; data_scope: string; permits: string[] },
  [tenantId: string, userId: string]
>(
  'access.rights',
  (tenantId, userId) => sql`select r.code, r.user_type, r.data_scope, array(select p.permit from role_permit p
     where p.tenant_id = r.tenant_id and p.role_id = r.id) as permits
   from user_role u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
   where u.tenant_id = ${tenantId} and u.user_id = ${userId}`,
);

export const heldRoles = (tx: Tx, userId: string) =>
  selectFrom(tx, 'user_role')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'user_role.tenant_id').onRef('role.id', '=', 'user_role.role_id'),
    )
    .select(['role.id', 'role.code', 'role.name'])
    .where('user_role.user_id', '=', userId)
    .orderBy('role.created_at')
    .orderBy('role.id')
    .execute();

export const heldRolesOf = (tx: Tx, userIds: readonly string[]) =>
  selectFrom(tx, 'user_role')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'user_role.tenant_id').onRef('role.id', '=', 'user_role.role_id'),
    )
    .select(['user_role.user_id', 'role.id', 'role.code', 'role.name'])
    .where((eb) => eb('user_role.user_id', '=', eb.fn.any(eb.val(userIds))))
    .orderBy('role.created_at')
    .orderBy('role.id')
    .execute();

export const rolesWithPermits = (tx: Tx, ids: readonly string[]) =>
  selectFrom(tx, 'role')
    .leftJoin('role_permit', (join) =>
      join.onRef('role_permit.tenant_id', '=', 'role.tenant_id').onRef('role_permit.role_id', '=', 'role.id'),
    )
    .select(['role.id', 'role.code', 'role.name', 'role.user_type', 'role_permit.permit'])
    .where((eb) => eb('role.id', '=', eb.fn.any(eb.val(ids))))
    .execute();

export const presetRoles = (tx: Tx, types: readonly UserType[]) =>
  selectFrom(tx, 'role')
    .select('id')
    .where('preset', '=', true)
    .where((eb) => eb('user_type', '=', eb.fn.any(eb.val(types))))
    .execute();

export const permitsOfType = async (tx: Tx, type: UserType): Promise<string[]> =>
  (
    await selectFrom(tx, 'role')
      .innerJoin('role_permit', (join) =>
        join.onRef('role_permit.tenant_id', '=', 'role.tenant_id').onRef('role_permit.role_id', '=', 'role.id'),
      )
      .select('role_permit.permit')
      .distinct()
      .where('role.user_type', '=', type)
      .execute()
  ).map(({ permit }) => permit);

export async function changeRoles(tx: Tx, userId: string, addedIds: readonly string[], removedIds: readonly string[]) {
  const { tenantId } = tx.scope;
  if (removedIds.length > 0)
    await deleteFrom(tx, 'user_role')
      .where('user_id', '=', userId)
      .where((eb) => eb('role_id', '=', eb.fn.any(eb.val(removedIds))))
      .execute();
  if (addedIds.length > 0)
    await on(tx)
      .insertInto('user_role')
      .values(addedIds.map((roleId) => ({ tenant_id: tenantId, user_id: userId, role_id: roleId })))
      .execute();
}

export const giveAll = (tx: Tx, assignments: readonly { userId: string; roleId: string }[]) =>
  insertAll(
    tx,
    'user_role',
    assignments.map(({ userId, roleId }) => ({ tenant_id: tx.scope.tenantId, user_id: userId, role_id: roleId })),
  );

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

/** Permits that an active user holds. Enterprise staff do not count, because they manage only their own staff. */
export async function heldBySomebody(tx: Tx, permits: readonly string[]): Promise<Set<string>> {
  const rows = await among(tx)
    .selectFrom('role_permit')
    .innerJoin('role', (join) =>
      join
        .onRef('role.tenant_id', '=', 'role_permit.tenant_id')
        .onRef('role.id', '=', 'role_permit.role_id')
        .on('role.user_type', 'in', ['regulator', 'platform']),
    )
    .innerJoin('user_role', (join) =>
      join
        .onRef('user_role.tenant_id', '=', 'role_permit.tenant_id')
        .onRef('user_role.role_id', '=', 'role_permit.role_id'),
    )
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.tenant_id', '=', 'user_role.tenant_id').onRef('app_user.id', '=', 'user_role.user_id'),
    )
    .select('role_permit.permit')
    .distinct()
    .where('role_permit.tenant_id', '=', tx.scope.tenantId)
    .where((eb) => eb('role_permit.permit', '=', eb.fn.any(eb.val(permits))))
    .where('app_user.lock_flag', '=', '0')
    .where('app_user.approval', '=', 'approved')
    .where('app_user.deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ permit }) => permit));
}

export const permitsOfRole = (tx: Tx, code: string) =>
  selectFrom(tx, 'role')
    .innerJoin('role_permit', (join) =>
      join.onRef('role_permit.tenant_id', '=', 'role.tenant_id').onRef('role_permit.role_id', '=', 'role.id'),
    )
    .select('role_permit.permit')
    .where('role.code', '=', code)
    .execute();
