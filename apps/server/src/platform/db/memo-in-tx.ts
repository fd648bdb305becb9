import type { Tx } from './index.ts';

/**
 * Reads something once in a transaction, by its key. Only for what no transaction reads both before and after it writes
 * it: a second question is answered with what was read first.
 */
export function memoInTx<T>(read: (tx: Tx, key: string) => Promise<T>): (tx: Tx, key?: string) => Promise<T> {
  const known = new WeakMap<Tx, Map<string, Promise<T>>>();
  return (tx, key = '') => {
    let here = known.get(tx);
    if (!here) known.set(tx, (here = new Map()));
    let found = here.get(key);
    if (!found) {
      found = read(tx, key);
      here.set(key, found);
      // What failed is asked again.
      found.catch(() => here.delete(key));
    }
    return found;
  };
}
