/**
 * session: ways in and out (登录/退出), tokens, captcha and one-time tickets.
 * Everything a stranger meets before there is a scope; its rows are seen by the wall alone.
 * Tokens are opaque, stored as hashes, rotated at every refresh.
 */
import type { PublicConfig, TicketPurpose } from '@anlan/contract/domain/session';
import type { UserInfo } from '@anlan/contract/domain/user';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { sessionBefore } from './store.ts';
import { createEntry, type EntryDeps } from './entry/service.ts';
import { createSessionService, type SessionDeps } from './service.ts';
import { createOnce } from './once/service.ts';
import { createStandings, type StandingDeps } from './standing/service.ts';

export type { Once } from './once/service.ts';
export type { Entering, Entry, Try } from './entry/service.ts';
export type { Standing } from './standing/service.ts';

/** Opens the room session. */
export function createSessionRoom(
  deps: Omit<SessionDeps, 'standings' | 'entry'> &
    Omit<EntryDeps, 'forget'> &
    StandingDeps & { publicConfig: PublicConfig; targetOf: (address: string) => string },
) {
  const { forget, standingOf, ...standings } = createStandings(deps);
  const entry = createEntry({ ...deps, forget });
  const service = createSessionService({ ...deps, entry, standings: { forget, standingOf } });
  const once = createOnce(deps);
  // Whoever signs in learns of tries in their name (S01).
  async function lastSignIn(tx: Tx, userId: string): Promise<UserInfo['lastSignIn']> {
    const before = tx.scope.sessionId === null ? undefined : await sessionBefore(tx, userId, tx.scope.sessionId);
    if (!before) return null;
    const failures = await deps.audit.failuresOf(tx, userId, 'session.signIn', before.started_at);
    return { at: before.started_at, address: before.address, failures };
  }
  return {
    ...standings,
    ...service,
    entry,
    once,
    config: (_scope: Scope) => Promise.resolve(deps.publicConfig),
    ticket: (scope: Scope, input: { purpose: TicketPurpose; target?: string | undefined }) =>
      service.ticket(scope, input, deps.targetOf),
    /** The signed-in person with permits and roles. */
    info: (scope: Scope): Promise<UserInfo> =>
      deps.db.scoped(scope, async (tx) => {
        const user = scope.userId === null ? undefined : await deps.users.byId(tx, scope.userId);
        if (!user) throw new AppError('unauthenticated');
        const names = scope.enterpriseId === null ? null : await deps.enterprises.names(tx, [scope.enterpriseId]);
        return {
          sysUser: {
            id: user.id,
            username: user.username,
            nickName: user.nick_name,
            entName: names?.get(scope.enterpriseId ?? '') ?? null,
            avatar: user.avatar,
            phone: user.phone,
            shopId: scope.enterpriseId,
            tenantId: scope.tenantId,
            type: user.type,
            email: user.email,
          },
          permissions: [...scope.permits],
          roles: [...scope.roles],
          lastSignIn: await lastSignIn(tx, user.id),
        };
      }),
  };
}
