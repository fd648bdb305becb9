// Where a sitting stands, as its learner is told, and what of a beat its row keeps.
import { randomBytes } from 'node:crypto';
import { crediting, isLearned, type Credit, type Played } from '@anlan/contract/modules/learning/crediting';
import type { SittingState } from '@anlan/contract/modules/learning/views';
import { withHeld } from './face-rules.ts';
import type { StoredSitting } from './sitting-store.ts';

/** What the next beat must carry. */
export const newNonce = () => randomBytes(16).toString('base64url');

/** What a beat is answered beside where its sitting stands. */
export type BeatAnswer = Pick<SittingState, 'addedMs' | 'refused'> & { repeated?: boolean };

/** A sitting as its learner is told of it. */
export function stateWith(
  sitting: Pick<StoredSitting, 'seq' | 'nonce' | 'credited' | 'furthest_ms' | 'done_at' | 'length_ms'> &
    Partial<Pick<StoredSitting, 'held' | 'heldElsewhere'>>,
  status: SittingState['status'],
  { addedMs, refused, repeated = false }: BeatAnswer,
  face: SittingState['face'],
): SittingState {
  const own = { credited: sitting.credited, furthest: sitting.furthest_ms };
  const whole = withHeld(own, [...(sitting.held ? [sitting.held] : []), ...(sitting.heldElsewhere ?? [])]);
  return {
    seq: sitting.seq,
    nonce: sitting.nonce,
    credited: whole.credited.map(([from, to]) => ({ from, to })),
    creditedMs: whole.totalMs,
    furthestMs: whole.furthest,
    addedMs,
    refused,
    repeated,
    lessonDone: sitting.done_at !== null || isLearned(whole.totalMs, sitting.length_ms),
    face,
    status,
  };
}

/** What a row keeps of a beat: what it added, what it did not count, and what came after a while without a network. */
export const worthOf = (
  { added, refused }: Pick<Credit, 'added'> & { readonly refused: string | null },
  { from, to }: Played,
  elapsed: number,
) => ({
  addedMs: added,
  refusedMs: refused === null ? 0 : Math.min(Math.max(0, to - from - added), elapsed),
  offlineMs: elapsed > 2 * crediting.beatMs ? added : 0,
});
