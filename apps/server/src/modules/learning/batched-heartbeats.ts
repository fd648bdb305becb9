// Groups heartbeats of a tenant that arrive within 20 ms and writes them in one transaction (decision 0077).
// Groups only heartbeats that change nothing but the credited time. Every other heartbeat has its own transaction.
import { computeCredit, isLessonComplete, sumStretches } from '@anlan/contract/modules/learning/time-credit';
import type { Beat, SittingState } from '@anlan/contract/modules/learning/views';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { plainSittings, writePlainBeats, type Asked, type PlainBeat } from './batched-heartbeats-store.ts';
import { hoursOf } from './rules.ts';
import { newNonce, stateWith, worthOf } from './sitting-state.ts';

const gatherMs = 20;
const mostAtOnce = 64;

interface Waiting extends Asked {
  beat: Beat;
  /** Callback with the new state, or with null if the heartbeat must run in its own transaction. */
  answer: (state: SittingState | null) => void;
}

/** Key of the sitting to read. Null if the caller is not a user limited to one enterprise. */
function askedOf({ id }: Beat, scope: Scope): Asked | null {
  const { userType, userId, enterpriseId, enterpriseFrom, enterpriseTo, impersonatedFrom } = scope;
  if (userType !== 'enterprise' || userId === null || enterpriseId === null || impersonatedFrom !== null) return null;
  return enterpriseFrom === enterpriseId && enterpriseTo === enterpriseId ? { id, userId, enterpriseId } : null;
}

/** Groups heartbeats where possible; calls `alone` for each other heartbeat. */
export function createGatheredBeats(
  { db, clock }: Pick<ModuleKit, 'db' | 'clock'>,
  alone: (scope: Scope, beat: Beat) => Promise<SittingState>,
) {
  const gathered = new Map<string, Map<string, Waiting>>();

  async function take(tenantId: string, waiting: ReadonlyMap<string, Waiting>): Promise<Map<string, SittingState>> {
    // Needs the system scope, because the heartbeats belong to many enterprises. Each row is read by its learner and
    // enterprise, which has the same effect as the row policies.
    return db.scoped(systemScope('beats', tenantId), async (tx) => {
      const at = clock.now();
      const states = new Map<string, SittingState>();
      const beats: PlainBeat[] = [];
      for (const sitting of await plainSittings(tx, [...waiting.values()])) {
        const beat = waiting.get(sitting.id)?.beat;
        if (beat === undefined || beat.seq !== sitting.seq + 1 || beat.nonce !== sitting.nonce) continue;
        const elapsed = at.getTime() - sitting.last_at.getTime();
        const learned = { credited: sitting.credited, furthest: sitting.furthest_ms };
        const credit = computeCredit(learned, beat, elapsed, sitting.length_ms);
        const creditedMs = sumStretches(credit.credited);
        const { faceDueMs, sittingMs } = sitting;
        // The heartbeat finishes the lesson, so it changes more than the time and must run alone.
        if (isLessonComplete(creditedMs, sitting.length_ms)) continue;
        if (faceDueMs !== null && sittingMs + credit.added >= faceDueMs) continue;
        const nonce = newNonce();
        const taskMs = sitting.othersMs + creditedMs;
        beats.push({
          sitting,
          seq: beat.seq,
          nonce,
          ...worthOf(credit, beat, elapsed),
          credited: credit.credited,
          creditedMs,
          furthestMs: credit.furthest,
          seconds: Math.floor(taskMs / 1000),
          hours: hoursOf(taskMs),
        });
        const next = { ...sitting, seq: beat.seq, nonce, credited: [...credit.credited], done_at: null };
        const answer = { addedMs: credit.added, refused: credit.refused };
        states.set(sitting.id, stateWith({ ...next, furthest_ms: credit.furthest }, 'learning', answer, null));
      }
      if (beats.length > 0) await writePlainBeats(tx, at, beats);
      return states;
    });
  }

  async function send(tenantId: string, waiting: Map<string, Waiting>): Promise<void> {
    if (gathered.get(tenantId) === waiting) gathered.delete(tenantId);
    // If the group fails, each heartbeat runs alone. A heartbeat that was already committed is detected as repeated.
    const states = await take(tenantId, waiting).catch(() => new Map<string, SittingState>());
    for (const [id, { answer: tell }] of waiting) tell(states.get(id) ?? null);
  }

  return async function beat(scope: Scope, one: Beat): Promise<SittingState> {
    if (db.speedOff.has('batchedHeartbeats')) return alone(scope, one);
    const { tenantId } = scope;
    const sittingRequest = askedOf(one, scope);
    const waiting = gathered.get(tenantId) ?? new Map<string, Waiting>();
    if (sittingRequest === null || one.last || waiting.has(one.id)) return alone(scope, one);
    const { promise, resolve } = Promise.withResolvers<SittingState | null>();
    waiting.set(one.id, { ...sittingRequest, beat: one, answer: resolve });
    if (waiting.size === 1) {
      gathered.set(tenantId, waiting);
      setTimeout(() => void send(tenantId, waiting), gatherMs);
    }
    if (waiting.size >= mostAtOnce) gathered.delete(tenantId);
    return (await promise) ?? alone(scope, one);
  };
}
