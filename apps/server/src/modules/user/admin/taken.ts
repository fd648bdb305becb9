import { maskPhone } from '@anlan/contract/domain/phone';
import type { UserType } from '@anlan/contract/modules/session/session';
import { invalid } from '#kernel/errors.ts';
import { seesAll } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { Lookups } from '../../audit/index.ts';
import { phoneIndex } from '../encrypted/rules.ts';
import * as store from './store.ts';

interface Problem {
  field: 'username' | 'phone';
  msg: string;
}
const problems = {
  username: { field: 'username', msg: '用户名已被使用，请换一个' },
  phone: { field: 'phone', msg: '同类用户中已有人使用该手机号码' },
} as const satisfies Record<string, Problem>;
const byConstraint: Readonly<Record<string, Problem>> = {
  app_user_username_key: problems.username,
  app_user_phone_key: problems.phone,
};

/** The trace of an account name that was looked up. */
export const byName = (username: string) => ({ call: 'user.findByName', objectType: 'user', note: username }) as const;
/** The trace of a phone that was looked up. */
export const byPhone = (phone: string) =>
  ({ call: 'user.findByPhone', objectType: 'user', note: maskPhone(phone) }) as const;

/** What somebody else was quicker with, as the field it stands in. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = byConstraint[brokenConstraint(error) ?? ''];
    throw problem ? invalid(problem) : error;
  }
}

/** Looks for names and phones that are taken beyond the caller's sight. */
export function createTaken({ vault, lookups }: { vault: Vault; lookups: Lookups }) {
  /**
   * The field that somebody beyond the caller's sight has already, or null: counted and traced (S95), so the
   * transaction stands whatever comes of the call. Of those visible the write itself tells.
   */
  return async function takenUnseen(
    tx: Tx,
    { username, phone, type }: { username?: string | undefined; phone?: string | undefined; type?: UserType },
  ): Promise<Problem | null> {
    if (seesAll(tx.scope)) return null;
    if (username !== undefined) {
      const holder = (await store.takenNames(tx, [username])).get(username);
      if (!holder?.seen && (await lookups.tells(tx, byName(username), holder !== undefined))) return problems.username;
    }
    if (phone !== undefined) {
      const holders = await store.takenPhones(tx, [phoneIndex(await vault.of(tx), phone)]);
      const holder = holders.find((one) => one.type === type);
      if (!holder?.seen && (await lookups.tells(tx, byPhone(phone), holder !== undefined))) return problems.phone;
    }
    return null;
  };
}
