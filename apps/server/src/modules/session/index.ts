/**
 * session: ways in and out (登录/退出), tokens, captcha and one-time tickets.
 * Everything a stranger meets before there is a scope; its rows are seen by the wall alone.
 * Tokens are opaque, stored as hashes, rotated at every refresh.
 */
import type { PublicConfig, TicketPurpose } from '@anlan/contract/domain/session';
import type { UserInfo } from '@anlan/contract/domain/user';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createSessionService, type SessionDeps } from './service.ts';
import { createStandings, type StandingDeps } from './standing/service.ts';

export type { Standing } from './standing/service.ts';

/** Opens the room session. */
export function createSessionRoom(
  deps: Omit<SessionDeps, 'standings'> &
    StandingDeps & { publicConfig: PublicConfig; targetOf: (address: string) => string },
) {
  const { forget, standingOf, ...standings } = createStandings(deps);
  const service = createSessionService({ ...deps, standings: { forget, standingOf } });
  return {
    ...standings,
    ...service,
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
        };
      }),
  };
}
