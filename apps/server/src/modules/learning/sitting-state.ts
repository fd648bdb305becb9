// The state of a sitting as its learner sees it, and the stored result of a heartbeat.
import { randomBytes } from 'node:crypto';
import {
  crediting,
  isLessonComplete,
  type Credit,
  type PlayedStretch,
} from '@anlan/contract/modules/learning/time-credit';
import type { SittingState } from '@anlan/contract/modules/learning/views';
import { withHeld } from './face-rules.ts';
import type { StoredSitting } from './sitting-store.ts';

/** A random value. The next heartbeat must contain it. */
export const newNonce = () => randomBytes(16).toString('base64url');

export type BeatAnswer = Pick<SittingState, 'addedMs' | 'refused'> & { repeated?: boolean };

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
    lessonDone: sitting.done_at !== null || isLessonComplete(whole.totalMs, sitting.length_ms),
    face,
    status,
  };
}

/** Values to store for a heartbeat: credited time, refused time, and time that arrived late after a lost connection. */
export const worthOf = (
  { added, refused }: Pick<Credit, 'added'> & { readonly refused: string | null },
  { from, to }: PlayedStretch,
  elapsed: number,
) => ({
  addedMs: added,
  refusedMs: refused === null ? 0 : Math.min(Math.max(0, to - from - added), elapsed),
  offlineMs: elapsed > 2 * crediting.beatMs ? added : 0,
});
