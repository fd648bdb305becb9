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

export const byName = (username: string) => ({ call: 'user.findByName', objectType: 'user', note: username }) as const;
export const byPhone = (phone: string) =>
  ({ call: 'user.findByPhone', objectType: 'user', note: maskPhone(phone) }) as const;

/** Turns a unique violation from a concurrent write into an error of the form field. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = byConstraint[brokenConstraint(error) ?? ''];
    throw problem ? invalid(problem) : error;
  }
}

export function createTaken({ vault, lookups }: { vault: Vault; lookups: Lookups }) {
  /**
   * The field whose value is already used by a person the caller does not see, or null. The lookup is counted and
   * audited (S95), so the transaction must always commit. If the caller sees the person, the write itself reports the
   * conflict.
   */
  return async function takenUnseen(
    tx: Tx,
    { username, phone, type }: { username?: string | undefined; phone?: string | undefined; type?: UserType },
  ): Promise<Problem | null> {
    if (seesAll(tx.scope)) return null;
    if (username !== undefined) {
      const holder = (await store.takenNames(tx, [username])).get(username);
      if (!holder?.seen && (await lookups.discloseExistence(tx, byName(username), holder !== undefined)))
        return problems.username;
    }
    if (phone !== undefined) {
      const holders = await store.takenPhones(tx, [phoneIndex(await vault.of(tx), phone)]);
      const holder = holders.find((one) => one.type === type);
      if (!holder?.seen && (await lookups.discloseExistence(tx, byPhone(phone), holder !== undefined)))
        return problems.phone;
    }
    return null;
  };
}
