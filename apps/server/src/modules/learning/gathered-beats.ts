// Beats of a tenant that come within a moment are written by one transaction and answered after its commit (decision 0077).
// It takes those in which nothing but time goes on; every other beat is taken alone.
import { creditOf, isLearned, totalOf } from '@anlan/contract/modules/learning/crediting';
import type { Beat, SittingState } from '@anlan/contract/modules/learning/views';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { plainSittings, writePlainBeats, type Asked, type PlainBeat } from './gathered-store.ts';
import { hoursOf } from './rules.ts';
import { newNonce, stateWith, worthOf } from './sitting-state.ts';

const gatherMs = 20;
const mostAtOnce = 64;

interface Waiting extends Asked {
  beat: Beat;
  /** Told where its sitting stands, or null where it is to be taken alone. */
  tell: (state: SittingState | null) => void;
}

/** Whose sitting it is, where it is that of a person of one enterprise who sees that one alone. */
function askedOf({ id }: Beat, scope: Scope): Asked | null {
  const { userType, userId, enterpriseId, enterpriseFrom, enterpriseTo, impersonatedFrom } = scope;
  if (userType !== 'enterprise' || userId === null || enterpriseId === null || impersonatedFrom !== null) return null;
  return enterpriseFrom === enterpriseId && enterpriseTo === enterpriseId ? { id, userId, enterpriseId } : null;
}

/** Takes beats together where that can be, and `alone` where not. */
export function createGatheredBeats(
  { db, clock }: Pick<ModuleKit, 'db' | 'clock'>,
  alone: (scope: Scope, beat: Beat) => Promise<SittingState>,
) {
  const gathered = new Map<string, Map<string, Waiting>>();

  /** What the beats come to by the sittings that they continue, and what each is answered. */
  async function take(tenantId: string, waiting: ReadonlyMap<string, Waiting>): Promise<Map<string, SittingState>> {
    // The tenant's whole, because learners of many enterprises are among them: each row is found by its own learner and
    // enterprise, as the policies of that person's own scope would find it.
    return db.scoped(systemScope('beats', tenantId), async (tx) => {
      const at = clock.now();
      const states = new Map<string, SittingState>();
      const beats: PlainBeat[] = [];
      for (const sitting of await plainSittings(tx, [...waiting.values()])) {
        const beat = waiting.get(sitting.id)?.beat;
        if (beat === undefined || beat.seq !== sitting.seq + 1 || beat.nonce !== sitting.nonce) continue;
        const elapsed = at.getTime() - sitting.last_at.getTime();
        const learned = { credited: sitting.credited, furthest: sitting.furthest_ms };
        const credit = creditOf(learned, beat, elapsed, sitting.length_ms);
        const creditedMs = totalOf(credit.credited);
        const { faceDueMs, sittingMs } = sitting;
        // Then more follows than time.
        if (isLearned(creditedMs, sitting.length_ms)) continue;
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
        const told = { addedMs: credit.added, refused: credit.refused };
        states.set(sitting.id, stateWith({ ...next, furthest_ms: credit.furthest }, 'learning', told, null));
      }
      if (beats.length > 0) await writePlainBeats(tx, at, beats);
      return states;
    });
  }

  async function send(tenantId: string, waiting: Map<string, Waiting>): Promise<void> {
    if (gathered.get(tenantId) === waiting) gathered.delete(tenantId);
    // Where the group fails, each is told by itself; one that was counted all the same is found to be repeated.
    const states = await take(tenantId, waiting).catch(() => new Map<string, SittingState>());
    for (const [id, { tell }] of waiting) tell(states.get(id) ?? null);
  }

  return async function beat(scope: Scope, one: Beat): Promise<SittingState> {
    const { tenantId } = scope;
    const asked = askedOf(one, scope);
    const waiting = gathered.get(tenantId) ?? new Map<string, Waiting>();
    if (asked === null || one.last || waiting.has(one.id)) return alone(scope, one);
    const { promise, resolve } = Promise.withResolvers<SittingState | null>();
    waiting.set(one.id, { ...asked, beat: one, tell: resolve });
    if (waiting.size === 1) {
      gathered.set(tenantId, waiting);
      setTimeout(() => void send(tenantId, waiting), gatherMs);
    }
    if (waiting.size >= mostAtOnce) gathered.delete(tenantId);
    return (await promise) ?? alone(scope, one);
  };
}
