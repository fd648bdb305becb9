import type { StackLine } from '@anlan/contract/modules/audit/log';
import type { Clock } from '#kernel/clock.ts';
import type { Kit } from '#kit/ports.ts';
import type { WordingDeps } from '#kit/wording.ts';
import type { Db, Tx } from '#platform/db/index.ts';

export interface LogDeps {
  db: Db;
  clock: Clock;
  queued?: Kit['queued'];
  readStack(stack: string): Promise<StackLine[]>;
  words: WordingDeps;
  /** Chinese title of a call. */
  titleOf(call: string): string;
  record(
    tx: Tx,
    entry: { call: string; objectType: string; objectId: string; taken?: number; note?: string },
  ): Promise<string>;
}
