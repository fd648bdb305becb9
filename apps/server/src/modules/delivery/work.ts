// What modules give so that their work can be done without a network and sent later.
import type { Rival } from '@anlan/contract/modules/delivery/delivery';
import type { Permit } from '@anlan/contract/permits';
import type { Tx } from '#platform/db/index.ts';
import type { Arrival } from '../inspection/index.ts';

/** One kind of work: who may, and what it does; answers what stands there instead, where two answered differently. */
export interface Work<B> {
  readonly permit: Permit;
  readonly take: (tx: Tx, body: B, arrival: Arrival) => Promise<Rival | void>;
}
