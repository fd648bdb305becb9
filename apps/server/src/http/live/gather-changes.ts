import { whoseOf, type Principal } from '#modules/session/index.ts';
import type { Changes } from '#platform/db/changes.ts';

/**
 * Gathers whose rights the database told of (decision 0077). Another node's word may be lost, and what is changed past the
 * server sends none: whoever holds a socket would else keep what was taken from them for as long as they stay.
 */
export function gatherChanges(changes: Pick<Changes, 'subscribe'> | null) {
  let told = new Set<string>();
  changes?.subscribe((whose) => void told.add(whose));
  return {
    /** Whether somebody was told of since this was asked last. */
    take(): (who: Principal) => boolean {
      const all = told;
      told = new Set();
      return (who) => all.size > 0 && whoseOf(who).some((one) => all.has(one));
    },
  };
}
