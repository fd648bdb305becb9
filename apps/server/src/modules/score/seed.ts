import { idRange } from '#kernel/ids.ts';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { renew } from './judging.ts';
import { supervisedAfter } from './store.ts';

const batch = 500;

/** Judges the enterprises of a demonstration by what the modules before have made of them. */
export async function seedScores(tx: Tx, { now }: SeedContext): Promise<void> {
  let after: string = idRange.lowest;
  for (;;) {
    const ids = await supervisedAfter(tx, after, batch);
    if (ids.length > 0) await renew(tx, ids, now);
    const last = ids.at(-1);
    if (ids.length < batch || last === undefined) return;
    after = last;
  }
}
