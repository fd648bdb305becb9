import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

interface LockTables {
  lock_word: { tenant_id: string; user_id: string; hash: string; set_at: Date };
}

const { on, selectFrom, updateTable } = tenantTables<SessionTables & LockTables>();

export const wordOf = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (await selectFrom(tx, 'lock_word').select('hash').where('user_id', '=', userId).executeTakeFirst())?.hash;

export const saveWord = (tx: Tx, userId: string, hash: string, now: Date) =>
  on(tx)
    .insertInto('lock_word')
    .values({ tenant_id: tx.scope.tenantId, user_id: userId, hash, set_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ hash, set_at: now }))
    .execute();

/** Sets the first lock password of a person. Returns false when they already have one. */
export const firstWord = async (tx: Tx, userId: string, hash: string, now: Date): Promise<boolean> =>
  (
    await on(tx)
      .insertInto('lock_word')
      .values({ tenant_id: tx.scope.tenantId, user_id: userId, hash, set_at: now })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute()
  ).length === 1;

const one = (tx: Tx, id: string) => updateTable(tx, 'session').where('id', '=', id).where('revoked_at', 'is', null);

/** Locks a session. Returns false when it is already locked or has ended. */
export const lock = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await one(tx, id).set({ locked_at: now, unlock_tries: 0 }).where('locked_at', 'is', null).returning('id').execute())
    .length === 1;

/**
 * Counts an attempt before the password is compared. Returns the number of attempts, or undefined when none is left or
 * the session is not locked.
 */
export const countTry = async (tx: Tx, id: string, most: number): Promise<number | undefined> =>
  (
    await one(tx, id)
      .set((eb) => ({ unlock_tries: eb('unlock_tries', '+', 1) }))
      .where('locked_at', 'is not', null)
      .where('unlock_tries', '<', most)
      .returning('unlock_tries')
      .executeTakeFirst()
  )?.unlock_tries;

/** Unlocks a session. Returns false when it is not locked or has ended. */
export const open = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await one(tx, id)
      .set({ locked_at: null, unlock_tries: 0 })
      .where('locked_at', 'is not', null)
      .returning('id')
      .execute()
  ).length === 1;

export const isLocked = async (tx: Tx, id: string): Promise<boolean> =>
  (await selectFrom(tx, 'session')
    .select('id')
    .where('id', '=', id)
    .where('locked_at', 'is not', null)
    .executeTakeFirst()) !== undefined;
