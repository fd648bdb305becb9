// Interface of modules whose work can be done offline and sent later.
import type { ConflictingAnswer } from '@anlan/contract/modules/delivery/offline-work';
import type { Permit } from '@anlan/contract/permits';
import type { Tx } from '#platform/db/index.ts';
import type { Arrival } from '../inspection/index.ts';

/** Handler of one kind of offline work. `run` returns the rival answer if another user answered differently. */
export interface Work<B> {
  readonly permit: Permit;
  readonly take: (tx: Tx, body: B, arrival: Arrival) => Promise<ConflictingAnswer | void>;
}
