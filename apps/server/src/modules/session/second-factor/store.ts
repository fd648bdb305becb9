import { tables, type Tx } from '#platform/db/index.ts';

interface FactorTables {
  second_factor: {
    tenant_id: string;
    user_id: string;
    secret: string | null;
    enabled_at: Date | null;
    pending: string | null;
    pending_at: Date | null;
    last_step: string;
    tries: number;
    tries_since: Date | null;
  };
  recovery_code: { tenant_id: string; user_id: string; hash: string; used_at: Date | null };
  second_step: { tenant_id: string; hash: string; user_id: string; entering: unknown; tries: number; ends_at: Date };
}

const on = tables<FactorTables>();

export interface FactorOwner {
  tenantId: string;
  userId: string;
}

export const find = (tx: Tx, { tenantId, userId }: FactorOwner) =>
  on(tx)
    .selectFrom('second_factor')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const isEnabled = async (tx: Tx, whose: FactorOwner): Promise<boolean> =>
  ((await find(tx, whose))?.enabled_at ?? null) !== null;

export async function countRecovery(tx: Tx, { tenantId, userId }: FactorOwner): Promise<number> {
  const { left } = await on(tx)
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Stores a new secret as pending until its first code is correct. The current secret stays active. */
export const savePending = (tx: Tx, { tenantId, userId }: FactorOwner, pending: string, now: Date) =>
  on(tx)
    .insertInto('second_factor')
    .values({ tenant_id: tenantId, user_id: userId, pending, pending_at: now, last_step: '0', tries: 0 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ pending, pending_at: now }))
    .execute();

const one = (tx: Tx, { tenantId, userId }: FactorOwner) =>
  on(tx).updateTable('second_factor').where('tenant_id', '=', tenantId).where('user_id', '=', userId);

/** Activates the pending secret. Returns false when another secret replaced it after the code was checked. */
export const enable = async (tx: Tx, whose: FactorOwner, proven: string, secret: string, step: number, now: Date) =>
  (
    await one(tx, whose)
      .set({ secret, enabled_at: now, pending: null, pending_at: null, last_step: String(step), tries: 0 })
      .where('pending', '=', proven)
      .returning('user_id')
      .execute()
  ).length === 1;

/**
 * Counts an attempt before the comparison, for all tickets together. Undefined after too many attempts or without a
 * second factor.
 */
export const countTry = (tx: Tx, whose: FactorOwner, now: Date, since: Date, most: number) =>
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

/** Marks a TOTP step as used. Returns false when this step or a later one was already used. */
export const takeStep = async (tx: Tx, whose: FactorOwner, step: number): Promise<boolean> =>
  (
    await one(tx, whose)
      .set({ last_step: String(step), tries: 0 })
      .where('last_step', '<', String(step))
      .returning('user_id')
      .execute()
  ).length === 1;

export const takeRecovery = async (
  tx: Tx,
  { tenantId, userId }: FactorOwner,
  hash: string,
  now: Date,
): Promise<boolean> =>
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

export async function replaceRecovery(tx: Tx, { tenantId, userId }: FactorOwner, hashes: readonly string[]) {
  await on(tx).deleteFrom('recovery_code').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
  if (hashes.length > 0)
    await on(tx)
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ tenant_id: tenantId, user_id: userId, hash })))
      .execute();
}

export async function remove(tx: Tx, whose: FactorOwner): Promise<boolean> {
  await replaceRecovery(tx, whose, []);
  const gone = await on(tx)
    .deleteFrom('second_factor')
    .where('tenant_id', '=', whose.tenantId)
    .where('user_id', '=', whose.userId)
    .returning('enabled_at')
    .execute();
  return gone.some((row) => row.enabled_at !== null);
}

export const insertStep = (
  tx: Tx,
  row: Pick<FactorTables['second_step'], 'tenant_id' | 'hash' | 'user_id' | 'ends_at'> & { entering: string },
) =>
  on(tx)
    .insertInto('second_step')
    .values({ ...row, tries: 0 })
    .execute();

/** Counts an attempt of a pending sign-in before the comparison. Returns undefined when no attempt is left. */
export const tryStep = (tx: Tx, hash: string, now: Date, most: number) =>
  on(tx)
    .updateTable('second_step')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('ends_at', '>', now)
    .where('tries', '<', most)
    .returning(['tenant_id', 'user_id', 'entering', 'tries'])
    .executeTakeFirst();

/** Consumes the ticket of a pending sign-in. Only one caller gets true. */
export const takeTicket = async (tx: Tx, hash: string): Promise<boolean> =>
  (await on(tx).deleteFrom('second_step').where('hash', '=', hash).returning('hash').execute()).length === 1;

export const sweep = (tx: Tx, now: Date) => on(tx).deleteFrom('second_step').where('ends_at', '<', now).execute();
