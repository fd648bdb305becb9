import type { FrameData, FrameType } from '@anlan/contract/domain/live';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { firstIdSince, newId, timeOf } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import { endedText, hashOf, isIdle, isOwnEnd, later } from '../rules.ts';
import type { Principal, Principals } from '../principal/service.ts';
import { isFor, isMere, toRepeat, type Listener } from './rules.ts';
import * as store from './store.ts';
import type { Recipients } from './tables.ts';

/** What a session is for whoever holds a socket of it. */
export type Stand =
  | { is: 'live' | 'locked'; principal: Principal }
  | { is: 'ended'; text: string | undefined; chosen?: boolean };

/** Tells people at their browsers something that has just become true, in the transaction that makes it so. */
export type Tell = (tx: Tx, to: Recipients, frame: { type: FrameType; data?: FrameData }) => Promise<void>;

// Ids are made before they are seen: a long transaction's may be older than one that was told already.
const overlapMs = 15_000;
const repeatedMost = 500;

/** What sockets ask of sessions, on the HTTP layer's scope; and what modules tell those who listen. */
export function createLive({
  db,
  bus,
  clock,
  principalOf,
}: { db: Db; bus: Bus; clock: Clock } & Pick<Principals, 'principalOf'>) {
  const said = new WeakMap<Tx, Set<string>>();
  const tell: Tell = async (tx, to, { type, data = {} }) => {
    const known = said.get(tx) ?? new Set<string>();
    said.set(tx, known);
    const mark = JSON.stringify([type, data, to]);
    if (isMere(type) && known.has(mark)) return;
    known.add(mark);
    const id = newId();
    await store.insertFrame(tx, { id, at: clock.now(), type, data, recipients: to });
    afterCommit(tx, () => bus.publish(tx.scope, 'frame', { id }));
  };
  async function standOf(
    httpScope: Scope,
    { tenantId, sessionId }: { tenantId: string; sessionId: string },
  ): Promise<Stand> {
    const now = clock.now();
    const found = await db.scoped(httpScope, (tx) => store.sessionNow(tx, tenantId, sessionId), { readOnly: true });
    if (!found || found.revokedAt !== null || found.endsAt <= now)
      return {
        is: 'ended',
        text: endedText(found?.revokedReason ?? null),
        chosen: isOwnEnd(found?.revokedReason ?? null),
      };
    const principal = await principalOf(found);
    if (isIdle(found.lastSeenAt, now, principal?.mlps3 ?? false)) return { is: 'ended', text: endedText('idle') };
    if (principal === null) return { is: 'ended', text: undefined };
    return { is: principal.lockedAt === null ? 'live' : 'locked', principal };
  }
  return {
    standOf,
    tell,
    /** What was told under an id; undefined where nothing was. */
    frame: (tenantId: string, id: string): Promise<store.Frame | undefined> =>
      db.scoped(systemScope('live', tenantId), (tx) => store.findFrame(tx, id), { readOnly: true }),
    /** What somebody has missed since the last frame they heard, of the last minutes. */
    async missed(tenantId: string, who: Listener, lastId: string): Promise<store.Frame[]> {
      const after = firstIdSince(new Date(timeOf(lastId) - overlapMs));
      const since = later(clock.now(), -limits.session.replaySeconds);
      const frames = await db.scoped(
        systemScope('live', tenantId),
        (tx) => store.framesAfter(tx, after, since, repeatedMost),
        { readOnly: true },
      );
      return toRepeat(frames.filter(({ id, to }) => id !== lastId && isFor(to, who)));
    },
    /** What was told a moment ago, where no node's word for it may have come. */
    recent: async (tenantId: string): Promise<string[]> => {
      const after = firstIdSince(new Date(Date.now() - overlapMs));
      const since = later(clock.now(), -overlapMs / 1000);
      const scope = systemScope('live', tenantId);
      const read = (tx: Tx) => store.framesAfter(tx, after, since, repeatedMost);
      return (await db.scoped(scope, read, { readOnly: true })).map(({ id }) => id);
    },
    /** Lets go of what nobody can have missed any more; one tenant after the other, or they would take every connection. */
    async forgetFrames(tenantIds: readonly string[]): Promise<void> {
      const before = later(clock.now(), -2 * limits.session.replaySeconds);
      await eachTenant(tenantIds, (tenantId) =>
        db.scoped(systemScope('live', tenantId), (tx) => store.dropFrames(tx, before)),
      );
    },
    /** The session that a one-time ticket for a socket stands for. */
    async openWith(httpScope: Scope, ticket: string, purpose: 'ws' | 'weixin' = 'ws'): Promise<Stand | null> {
      const taken = await db.scoped(httpScope, (tx) =>
        store.takeSocketTicket(tx, hashOf(ticket), clock.now(), purpose),
      );
      return taken ? standOf(httpScope, taken) : null;
    },
    /** Which of some sessions may hear no more, where no node said so; those of protected tenants are idle `sooner` (S13). */
    stoppedOf: (httpScope: Scope, ids: readonly string[], sooner: readonly string[]): Promise<string[]> => {
      const now = clock.now();
      const { idleSeconds, protectedIdleSeconds } = limits.session;
      const idle = { since: later(now, -idleSeconds), soonerSince: later(now, -protectedIdleSeconds), sooner };
      return db.scoped(httpScope, (tx) => store.stoppedOf(tx, ids, now, idle), { readOnly: true });
    },
  };
}

/** What sockets ask of sessions. */
export type Live = ReturnType<typeof createLive>;
