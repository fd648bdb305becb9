import { idRange } from '#kernel/ids.ts';
import { isSupervised, type SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { updateScores } from './compute-scores.ts';
import { supervisedAfter } from './store.ts';

const batch = 500;

/**
 * Computes scores of the demo enterprises from the rows that earlier modules created. A bulk tenant gets scores for a
 * sample only.
 */
export async function seedScores(tx: Tx, { now, isBulk, enterprises }: SeedContext): Promise<void> {
  if (isBulk) {
    await updateScores(
      tx,
      enterprises.filter(isSupervised).map(({ id }) => id),
      now,
    );
    return;
  }
  let after: string = idRange.lowest;
  for (;;) {
    const ids = await supervisedAfter(tx, after, batch);
    if (ids.length > 0) await updateScores(tx, ids, now);
    const last = ids.at(-1);
    if (ids.length < batch || last === undefined) return;
    after = last;
  }
}
