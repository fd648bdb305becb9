import { changeKeysOf, type Principal } from '#modules/session/index.ts';
import type { Changes } from '#platform/db/change-notifications.ts';

/**
 * Collects principals whose rights changed in the database (decision 0077). Events of other nodes may be lost, and a
 * direct database change sends none. Without this collection, an open socket would use revoked rights until it
 * closes.
 */
export function collectChanges(changes: Pick<Changes, 'subscribe'> | null) {
  let changedTenants = new Set<string>();
  changes?.subscribe((whose) => void changedTenants.add(whose));
  return {
    /** Returns a function that checks whether a principal changed since the last call of `take`. */
    take(): (who: Principal) => boolean {
      const all = changedTenants;
      changedTenants = new Set();
      return (who) => all.size > 0 && changeKeysOf(who).some((one) => all.has(one));
    },
  };
}
