import type { StackLine } from '@anlan/contract/modules/audit/log';
import type { Clock } from '#kernel/clock.ts';
import type { Kit } from '#kit/ports.ts';
import type { WordingDeps } from '#kit/wording.ts';
import type { Db, Tx } from '#platform/db/index.ts';

/** What the logs depend on. */
export interface LogDeps {
  db: Db;
  clock: Clock;
  /** Shows its owner that a list waits to be written. */
  queued?: Kit['queued'];
  /** Reads a stack of the page by its source maps. */
  readStack(stack: string): Promise<StackLine[]>;
  /** How declared resources are spoken of, and what names of things and people are read with. */
  words: WordingDeps;
  record(
    tx: Tx,
    entry: { call: string; objectType: string; objectId: string; taken?: number; note?: string },
  ): Promise<string>;
}
