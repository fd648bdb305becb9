import type { Clock } from '#kernel/clock.ts';
import { networkOf } from '#kernel/network.ts';
import type { Tx } from '#platform/db/index.ts';
import { codeHash, codeTries, phoneIndex, sameHash } from './rules.ts';
import type { CodePlace } from './service.ts';
import { spendCode, tryCode, untryCode } from './store.ts';

/** A code as typed, and where it should be good. */
export type TypedCode = CodePlace & { code: string };

/** Codes that are good only together, checked and spent in the caller's transaction, which sees the HTTP layer's rows. */
export function createCodePairs({ clock, key }: { clock: Clock; key: string }) {
  const keyOf = (one: CodePlace) => ({ ...one, phoneIndex: phoneIndex(key, one.phone) });
  return {
    /**
     * Whether each is the live code of its place. Each wrong one counts as a try, so the caller commits whatever comes;
     * the rows are held until then, and a right one is as good as before.
     */
    async check(tx: Tx, typed: readonly TypedCode[]): Promise<boolean[]> {
      const now = clock.now();
      const network = networkOf(tx.scope.address);
      const right = new Map<TypedCode, boolean>();
      // Always in the same order: two people who trade phones would wait for each other for ever.
      for (const one of typed.toSorted((a, b) => (a.phone < b.phone ? -1 : 1))) {
        const kept = await tryCode(tx, keyOf(one), network, now, codeTries);
        const same = kept !== undefined && sameHash(kept.code_hash, codeHash(key, one, one.code));
        if (same) await untryCode(tx, keyOf(one), network);
        right.set(one, same);
      }
      return typed.map((one) => right.get(one) === true);
    },
    /** Spends codes that were just found right. */
    async spend(tx: Tx, typed: readonly CodePlace[]): Promise<void> {
      for (const one of typed) await spendCode(tx, keyOf(one), clock.now());
    },
  };
}
