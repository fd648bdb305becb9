import { tables, type Tx } from '#platform/db/index.ts';
import type { FactorTables } from './tables.ts';

const on = tables<FactorTables>();

/** Whose factor. */
export interface Whose {
  tenantId: string;
  userId: string;
}

/** A person's factor as it stands. */
export const find = (tx: Tx, { tenantId, userId }: Whose) =>
  on(tx)
    .selectFrom('second_factor')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Whether a person's factor is asked for. */
export const isEnabled = async (tx: Tx, whose: Whose): Promise<boolean> =>
  ((await find(tx, whose))?.enabled_at ?? null) !== null;

/** Recovery codes that are left. */
export async function countRecovery(tx: Tx, { tenantId, userId }: Whose): Promise<number> {
  const { left } = await on(tx)
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Keeps a secret until its first code is right; the one in use stays in use. */
export const savePending = (tx: Tx, { tenantId, userId }: Whose, pending: string, now: Date) =>
  on(tx)
    .insertInto('second_factor')
    .values({ tenant_id: tenantId, user_id: userId, pending, pending_at: now, last_step: '0', tries: 0 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ pending, pending_at: now }))
    .execute();

const one = (tx: Tx, { tenantId, userId }: Whose) =>
  on(tx).updateTable('second_factor').where('tenant_id', '=', tenantId).where('user_id', '=', userId);

/** The pending secret takes over; false when it is no longer the one that was proven. */
export const enable = async (tx: Tx, whose: Whose, proven: string, secret: string, step: number, now: Date) =>
  (
    await one(tx, whose)
      .set({ secret, enabled_at: now, pending: null, pending_at: null, last_step: String(step), tries: 0 })
      .where('pending', '=', proven)
      .returning('user_id')
      .execute()
  ).length === 1;

/** Counts a code before it is compared, over all tickets; undefined when a person has had too many or has no factor. */
export const countTry = (tx: Tx, whose: Whose, now: Date, since: Date, most: number) =>
  one(tx, whose)
    .set((eb) => ({
      tries: eb
        .case()
        .when('tries_since', '>', since)
        .then(eb('tries', '+', 1))
        .else(1)
        .end(),
      tries_since: eb.case().when('tries_since', '>', since).then(eb.ref('tries_since')).else(now).end(),
    }))
    .where('enabled_at', 'is not', null)
    .where((eb) => eb.or([eb('tries_since', 'is', null), eb('tries_since', '<=', since), eb('tries', '<', most)]))
    .returning('secret')
    .executeTakeFirst();

/** Takes a step: none counts twice, nor one before the last. */
export const takeStep = async (tx: Tx, whose: Whose, step: number): Promise<boolean> =>
  (
    await one(tx, whose)
      .set({ last_step: String(step), tries: 0 })
      .where('last_step', '<', String(step))
      .returning('user_id')
      .execute()
  ).length === 1;

/** Takes a recovery code: each counts once. */
export const takeRecovery = async (tx: Tx, { tenantId, userId }: Whose, hash: string, now: Date): Promise<boolean> =>
  (
    await on(tx)
      .updateTable('recovery_code')
      .set({ used_at: now })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .returning('hash')
      .execute()
  ).length === 1;

/** New recovery codes in place of all that there were. */
export async function replaceRecovery(tx: Tx, { tenantId, userId }: Whose, hashes: readonly string[]) {
  await on(tx).deleteFrom('recovery_code').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
  if (hashes.length > 0)
    await on(tx)
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ tenant_id: tenantId, user_id: userId, hash })))
      .execute();
}

/** Takes a factor away; false when there was none. */
export async function remove(tx: Tx, whose: Whose): Promise<boolean> {
  await replaceRecovery(tx, whose, []);
  const gone = await on(tx)
    .deleteFrom('second_factor')
    .where('tenant_id', '=', whose.tenantId)
    .where('user_id', '=', whose.userId)
    .returning('enabled_at')
    .execute();
  return gone.some((row) => row.enabled_at !== null);
}

/** Keeps a sign-in until its second step. */
export const insertStep = (
  tx: Tx,
  row: Pick<FactorTables['second_step'], 'tenant_id' | 'hash' | 'user_id' | 'ends_at'> & { entering: string },
) =>
  on(tx)
    .insertInto('second_step')
    .values({ ...row, tries: 0 })
    .execute();

/** Counts a try of a waiting sign-in before the code is compared; undefined when it has none left. */
export const tryStep = (tx: Tx, hash: string, now: Date, most: number) =>
  on(tx)
    .updateTable('second_step')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('ends_at', '>', now)
    .where('tries', '<', most)
    .returning(['tenant_id', 'user_id', 'entering', 'tries'])
    .executeTakeFirst();

/** Takes a waiting sign-in away; only one succeeds. */
export const takeTicket = async (tx: Tx, hash: string): Promise<boolean> =>
  (await on(tx).deleteFrom('second_step').where('hash', '=', hash).returning('hash').execute()).length === 1;

/** Drops sign-ins that were never finished. */
export const sweep = (tx: Tx, now: Date) => on(tx).deleteFrom('second_step').where('ends_at', '<', now).execute();
