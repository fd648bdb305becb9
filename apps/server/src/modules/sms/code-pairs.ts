import type { Clock } from '#kernel/clock.ts';
import { networkOf } from '#kernel/ip-network.ts';
import type { Tx } from '#platform/db/index.ts';
import { codeHash, codeTries, phoneIndex, sameHash } from './rules.ts';
import type { CodePlace } from './service.ts';
import { spendCode, tryCode, untryCode } from './store.ts';

/** An SMS code that a person typed, with the tenant, purpose and phone for which it must be valid. */
export type TypedCode = CodePlace & { code: string };

/**
 * Checks and consumes several SMS codes that are valid only together, in the caller's transaction with the HTTP
 * scope.
 */
export function createCodePairs({ clock, key }: { clock: Clock; key: string }) {
  const keyOf = (one: CodePlace) => ({ ...one, phoneIndex: phoneIndex(key, one.phone) });
  return {
    /**
     * Returns which codes are correct, without consuming them. Wrong codes count as attempts, so the caller must
     * always commit. The rows stay locked until the commit.
     */
    async check(tx: Tx, typed: readonly TypedCode[]): Promise<boolean[]> {
      const now = clock.now();
      const network = networkOf(tx.scope.address);
      const right = new Map<TypedCode, boolean>();
      // Rows are always locked in the same order, so that two people who exchange phones cannot deadlock.
      for (const one of typed.toSorted((a, b) => (a.phone < b.phone ? -1 : 1))) {
        const storedCode = await tryCode(tx, keyOf(one), network, now, codeTries);
        const same = storedCode !== undefined && sameHash(storedCode.code_hash, codeHash(key, one, one.code));
        if (same) await untryCode(tx, keyOf(one), network);
        right.set(one, same);
      }
      return typed.map((one) => right.get(one) === true);
    },
    async spend(tx: Tx, typed: readonly CodePlace[]): Promise<void> {
      for (const one of typed) await spendCode(tx, keyOf(one), clock.now());
    },
  };
}
