import { dayOf } from '@anlan/contract/domain/instant';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { sweep, takePapers } from './ledger-store.ts';

/** Puts the ledger of the demonstration in place. */
export async function seedWarnings(tx: Tx, { now }: SeedContext): Promise<void> {
  const moment = { at: now, today: dayOf(now) };
  await takePapers(tx, moment);
  await sweep(tx, moment);
}
