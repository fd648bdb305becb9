import { sql, type Updateable } from 'kysely';
import { systemClock } from '#kernel/clock.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { AccessTables } from '../tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<AccessTables>();

/** Advisory lock, so that only one node at a time applies a release. */
export const lockRenewal = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('anlan.renewal'), hashtext(${tx.scope.tenantId}))`.execute(tx.kysely);

export const ownEntries = (tx: Tx) => selectFrom(tx, 'menu').selectAll().orderBy('id').execute();

export const updateEntry = (tx: Tx, id: string, values: Updateable<AccessTables['menu']>) =>
  updateTable(tx, 'menu')
    .set(values)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const removeEntries = (tx: Tx, ids: readonly string[]) =>
  deleteFrom(tx, 'menu')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();

export const presets = (tx: Tx) =>
  selectFrom(tx, 'role').select(['id', 'code', 'seeded']).where('preset', '=', true).execute();

export const madeUnder = (tx: Tx, codes: readonly string[]) =>
  selectFrom(tx, 'role')
    .select(['id', 'code', 'name'])
    .where('preset', '=', false)
    .where((eb) => eb('code', '=', eb.fn.any(eb.val(codes))))
    .forUpdate()
    .execute();

export const recode = (tx: Tx, id: string, code: string) =>
  updateTable(tx, 'role')
    .set((eb) => ({ code, version: eb('version', '+', 1), updated_at: systemClock.now() }))
    .where('id', '=', id)
    .execute();

export const heldBy = (tx: Tx, roleId: string) =>
  selectFrom(tx, 'role_permit').select(['permit', 'granted']).where('role_id', '=', roleId).execute();

export const permitsOf = async (tx: Tx, roleId: string) => (await heldBy(tx, roleId)).map(({ permit }) => permit);

export async function changePermits(
  tx: Tx,
  roleId: string,
  { added, removed, granted }: { added: readonly string[]; removed: readonly string[]; granted: boolean },
) {
  const { tenantId } = tx.scope;
  if (removed.length > 0)
    await deleteFrom(tx, 'role_permit')
      .where('role_id', '=', roleId)
      .where((eb) => eb('permit', '=', eb.fn.any(eb.val(removed))))
      .execute();
  if (added.length > 0)
    await on(tx)
      .insertInto('role_permit')
      .values(added.map((permit) => ({ tenant_id: tenantId, role_id: roleId, permit, granted })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Marks custom roles for review if they hold a permit that a preset role lost. */
export const askForReview = (tx: Tx, userType: UserType, dropped: readonly string[]) =>
  sql`update role r set to_review = held.permits, version = r.version + 1
    from (select p.role_id, array_agg(distinct p.permit) as permits
      from (select role_id, permit from role_permit where tenant_id = ${tx.scope.tenantId} and permit = any(${dropped})
        union select id, unnest(to_review) from role where tenant_id = ${tx.scope.tenantId}) p
      group by p.role_id) held
    where r.tenant_id = ${tx.scope.tenantId} and r.id = held.role_id and not r.preset and r.user_type = ${userType}
      and not (r.to_review @> held.permits)`.execute(tx.kysely);

export const noteSeeded = (tx: Tx, id: string, seeded: readonly string[]) =>
  updateTable(tx, 'role')
    .set({ seeded: [...seeded] })
    .where('id', '=', id)
    .execute();
