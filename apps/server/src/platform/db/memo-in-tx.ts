import type { Tx } from './index.ts';

/**
 * Wraps `read`, so that a value is read once per transaction and key. Do not use it for a value that the transaction
 * itself changes.
 */
export function memoInTx<T>(read: (tx: Tx, key: string) => Promise<T>): (tx: Tx, key?: string) => Promise<T> {
  const memo = new WeakMap<Tx, Map<string, Promise<T>>>();
  return (tx, key = '') => {
    let here = memo.get(tx);
    if (!here) memo.set(tx, (here = new Map()));
    let reading = here.get(key);
    if (!reading) {
      reading = read(tx, key);
      here.set(key, reading);
      // Forgets a failed read, so that the next call reads again.
      reading.catch(() => here.delete(key));
    }
    return reading;
  };
}
