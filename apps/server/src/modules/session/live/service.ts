import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { limits } from '@anlan/contract/limits';
import { endedText, hashOf, isIdle, isOwnEnd, later } from '../rules.ts';
import type { Standing, Standings } from '../standing/service.ts';
import * as store from './store.ts';

/** What a session is for whoever holds a socket of it. */
export type Stand =
  | { is: 'live' | 'locked'; standing: Standing }
  | { is: 'ended'; text: string | undefined; chosen?: boolean };

/** What sockets ask of sessions; every function here runs on the wall's scope. */
export function createLive({ db, clock, standingOf }: { db: Db; clock: Clock } & Pick<Standings, 'standingOf'>) {
  async function standOf(
    wall: Scope,
    { tenantId, sessionId }: { tenantId: string; sessionId: string },
  ): Promise<Stand> {
    const now = clock.now();
    const found = await db.scoped(wall, (tx) => store.sessionNow(tx, tenantId, sessionId), { readOnly: true });
    if (!found || found.revokedAt !== null || found.endsAt <= now)
      return {
        is: 'ended',
        text: endedText(found?.revokedReason ?? null),
        chosen: isOwnEnd(found?.revokedReason ?? null),
      };
    if (isIdle(found.lastSeenAt, now)) return { is: 'ended', text: endedText('idle') };
    const standing = await standingOf(found);
    if (standing === null) return { is: 'ended', text: undefined };
    return { is: standing.lockedAt === null ? 'live' : 'locked', standing };
  }
  return {
    standOf,
    /** The session that a one-time ticket for a socket stands for. */
    async openWith(wall: Scope, ticket: string): Promise<Stand | null> {
      const taken = await db.scoped(wall, (tx) => store.takeSocketTicket(tx, hashOf(ticket), clock.now()));
      return taken ? standOf(wall, taken) : null;
    },
    /** Which of some sessions may hear no more, where no node said so. */
    stoppedOf: (wall: Scope, ids: readonly string[]): Promise<string[]> => {
      const now = clock.now();
      const idleSince = later(now, -limits.session.idleSeconds);
      return db.scoped(wall, (tx) => store.stoppedOf(tx, ids, now, idleSince), { readOnly: true });
    },
  };
}

/** What sockets ask of sessions. */
export type Live = ReturnType<typeof createLive>;
