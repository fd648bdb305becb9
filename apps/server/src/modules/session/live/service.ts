import type { FrameData, FrameType } from '@anlan/contract/domain/live-message';
import { limits } from '@anlan/contract/limits';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { firstIdSince, newId, timeOf } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import { endedText, hashOf, isIdle, isOwnEnd, later } from '../rules.ts';
import type { Principal, Principals } from '../principal/service.ts';
import { isFor, isReloadHint, framesToRepeat, type Subscriber } from './rules.ts';
import * as store from './store.ts';
import type { Recipients } from './tables.ts';

export type SocketSession =
  | { is: 'live' | 'locked'; principal: Principal }
  | { is: 'ended'; text: string | undefined; byUser?: boolean };

/** Publishes a message to browsers. The message is part of the transaction that makes the change. */
export type Publish = (tx: Tx, to: Recipients, frame: { type: FrameType; data?: FrameData }) => Promise<void>;

// Milliseconds. A frame id is made before the commit, so a long transaction may publish an id older than delivered
// ids. Queries therefore start this much earlier.
const overlapMs = 15_000;
const repeatedMost = 500;

/** Live messages: checks the sessions of open sockets and publishes messages to subscribers. */
export function createLive({
  db,
  bus,
  clock,
  principalOf,
}: { db: Db; bus: Bus; clock: Clock } & Pick<Principals, 'principalOf'>) {
  const marksByTx = new WeakMap<Tx, Set<string>>();
  const tell: Publish = async (tx, to, { type, data = {} }) => {
    const marks = marksByTx.get(tx) ?? new Set<string>();
    marksByTx.set(tx, marks);
    const mark = JSON.stringify([type, data, to]);
    if (isReloadHint(type) && marks.has(mark)) return;
    marks.add(mark);
    const id = newId();
    await store.insertFrame(tx, { id, at: clock.now(), type, data, recipients: to });
    afterCommit(tx, () => bus.publish(tx.scope, 'frame', { id }));
  };
  async function socketSessionOf(
    httpScope: Scope,
    { tenantId, sessionId }: { tenantId: string; sessionId: string },
  ): Promise<SocketSession> {
    const now = clock.now();
    const session = await db.read(httpScope, (tx) => store.sessionNow(tx, tenantId, sessionId));
    if (!session || session.revokedAt !== null || session.endsAt <= now)
      return {
        is: 'ended',
        text: endedText(session?.revokedReason ?? null),
        byUser: isOwnEnd(session?.revokedReason ?? null),
      };
    const principal = await principalOf(session);
    if (isIdle(session.lastSeenAt, now, principal?.mlps3 ?? false)) return { is: 'ended', text: endedText('idle') };
    if (principal === null) return { is: 'ended', text: undefined };
    return { is: principal.lockedAt === null ? 'live' : 'locked', principal };
  }
  return {
    standOf: socketSessionOf,
    tell,
    frame: (tenantId: string, id: string): Promise<store.Frame | undefined> =>
      db.read(systemScope('live', tenantId), (tx) => store.findFrame(tx, id)),
    /** Frames that a subscriber missed since its last frame. Only the last minutes are stored. */
    async missed(tenantId: string, who: Subscriber, lastId: string): Promise<store.Frame[]> {
      const after = firstIdSince(new Date(timeOf(lastId) - overlapMs));
      const since = later(clock.now(), -limits.session.replaySeconds);
      const frames = await db.read(systemScope('live', tenantId), (tx) =>
        store.framesAfter(tx, after, since, repeatedMost),
      );
      return framesToRepeat(frames.filter(({ id, to }) => id !== lastId && isFor(to, who)));
    },
    /** Ids of recently published frames, to find frames whose notification between nodes was lost. */
    recent: async (tenantId: string): Promise<string[]> => {
      const after = firstIdSince(new Date(systemClock.now().getTime() - overlapMs));
      const since = later(clock.now(), -overlapMs / 1000);
      const scope = systemScope('live', tenantId);
      const read = (tx: Tx) => store.framesAfter(tx, after, since, repeatedMost);
      return (await db.read(scope, read)).map(({ id }) => id);
    },
    /** Deletes frames that are too old to be missed. Works on one tenant after the other, to use few connections. */
    async forgetFrames(tenantIds: readonly string[]): Promise<void> {
      const before = later(clock.now(), -2 * limits.session.replaySeconds);
      await eachTenant(tenantIds, (tenantId) =>
        db.scoped(systemScope('live', tenantId), (tx) => store.dropFrames(tx, before)),
      );
    },
    async openWith(httpScope: Scope, ticket: string, purpose: 'ws' | 'weixin' = 'ws'): Promise<SocketSession | null> {
      const ticketRow = await db.scoped(httpScope, (tx) =>
        store.takeSocketTicket(tx, hashOf(ticket), clock.now(), purpose),
      );
      return ticketRow ? socketSessionOf(httpScope, ticketRow) : null;
    },
    /**
     * Sessions that may receive no more messages, to find sessions whose end notification was lost. `sooner`:
     * sessions of protected tenants, which become idle earlier (S13).
     */
    stoppedOf: (httpScope: Scope, ids: readonly string[], sooner: readonly string[]): Promise<string[]> => {
      const now = clock.now();
      const { idleSeconds, protectedIdleSeconds } = limits.session;
      const idle = { since: later(now, -idleSeconds), soonerSince: later(now, -protectedIdleSeconds), sooner };
      return db.read(httpScope, (tx) => store.stoppedOf(tx, ids, now, idle));
    },
  };
}

export type Live = ReturnType<typeof createLive>;
