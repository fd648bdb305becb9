/**
 * session: sign-in and sign-out (登录/退出), tokens, captcha and one-time tickets. Only the HTTP layer reads its tables.
 * Tokens are opaque, stored as hashes and rotated at every refresh.
 */
import { directoryCalls, directoryProofCalls } from '@anlan/contract/modules/session/directory-calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { productVersion } from '@anlan/contract/release';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import { sessionSwitchCalls } from '@anlan/contract/modules/session/switch-calls';
import { oauthCalls } from '@anlan/contract/modules/session/oauth-calls';
import { loginMethodsCalls } from '@anlan/contract/modules/session/login-methods-calls';
import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { drawCaptcha, newCaptchaAnswer } from '#platform/captcha/index.ts';
import type { PublicConfig, TicketPurpose } from '@anlan/contract/modules/session/session';
import type { UserInfo } from '@anlan/contract/modules/user/user';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Config } from '#config';
import type { Secrets } from '#platform/secrets/index.ts';
import { accessModule } from '../access/index.ts';
import { auditModule } from '../audit/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { smsModule } from '../sms/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { mustChangePassword, userModule } from '../user/index.ts';
import { sessionBefore } from './store.ts';
import { createSignInFlow, type SignInDeps } from './sign-in-flow.ts';
import { createSessionService, type SessionDeps } from './service.ts';
import { createDirectorySignIn, type DirectoryDeps } from './directory/service.ts';
import { createLive } from './live/service.ts';
import { createLock } from './lock/service.ts';
import { createIdempotency } from './idempotency/service.ts';
import { createOwnSessions, type OwnDeps } from './user-sessions/service.ts';
import { createPhoneSignIn, type PhoneDeps } from './phone/service.ts';
import { createDirectoryProof, type ProvingDeps } from './prove-directory-account.ts';
import { createReauthentication } from './reauthentication/service.ts';
import { createSecondFactor, type FactorDeps } from './second-factor/service.ts';
import { createImpersonation } from './impersonation/service.ts';
import { createPrincipals, type PrincipalDeps } from './principal/service.ts';
import { createSecondPersons } from './second-person/service.ts';
import { createSwitching } from './switching/service.ts';
import { createOauth, type OauthDeps } from './oauth/service.ts';

const publicConfigOf = (config: Config, secrets: Secrets): Omit<PublicConfig, 'userTypes' | 'seeding'> => ({
  clientId: secrets.clientId,
  clientSecret: secrets.clientSecret,
  passwordKey: secrets.passwordKey,
  passwordMode: 'CBC',
  encryptKey: config.encryptResponses ? secrets.encryptKey : null,
  captcha: config.captcha,
  appName: '安澜',
  version: productVersion,
});

export type { Idempotency } from './idempotency/service.ts';
export { restrictionError } from './lock/rules.ts';
export type { Live, SocketSession, Publish } from './live/service.ts';
export { isFor } from './live/rules.ts';
export { changeKeysOf, type Principal } from './principal/service.ts';
export type { ImpersonationRights } from './impersonation/service.ts';

export function createSessionModule(
  deps: Omit<SessionDeps, 'principals' | 'signInFlow'> &
    Omit<SignInDeps, 'forget' | 'tell'> &
    Omit<OauthDeps, 'signInFlow' | 'confirmed'> &
    Omit<DirectoryDeps, 'signInFlow' | 'oauth'> &
    Omit<PrincipalDeps, 'lacksFactor'> &
    Pick<OwnDeps, 'createHttpScope'> &
    Pick<PhoneDeps, 'sms' | 'app'> &
    Pick<ProvingDeps, 'sms'> &
    Pick<FactorDeps, 'vault' | 'demanded' | 'issuer'> & {
      /** In a demonstration, a second person may decide without a waiting time. */
      isDemonstration: boolean;
      publicConfig: Omit<PublicConfig, 'userTypes' | 'seeding'>;
      /** Names of tenants that the seed will create but has not created yet. */
      pendingTenants: () => readonly string[];
      /** Permits that the caller does not get because of their post. */
      withheld: (tx: Tx) => Promise<string[]>;
      userTypes: () => Promise<PublicConfig['userTypes']>;
      targetOf: (address: string) => string;
    },
) {
  const { forget, forgetAll, principalOf, ...principals } = createPrincipals({
    ...deps,
    lacksFactor: (person) => factor.lacksFactor(person),
  });
  const live = createLive({ ...deps, principalOf });
  const signInFlow = createSignInFlow({
    ...deps,
    forget,
    tell: live.tell,
    secondStep: (httpScope, entering) => factor.stepFor(httpScope, entering),
  });
  const renewal = createReauthentication({ ...deps, signInFlow, forget });
  const own = createOwnSessions({ ...deps, isOwnPassword: renewal.isOwnPassword, forget, forgetAll });
  const factor = createSecondFactor({ ...deps, ...own, enter: signInFlow.enter, forgetAll });
  const lock = createLock({ ...deps, forget, confirmed: own.confirmed });
  const switching = createSwitching({ ...deps, forget });
  const service = createSessionService({ ...deps, signInFlow, principals: { forget, principalOf } });
  const idempotency = createIdempotency(deps);
  const impersonations = createImpersonation({ ...deps, confirmed: own.confirmed });
  const oauth = createOauth({ ...deps, signInFlow, confirmed: own.confirmed });
  const directory = createDirectorySignIn({ ...deps, signInFlow, oauth });
  const otherLoginMethods = (tenantId: string) =>
    Promise.resolve({ wechat: oauth.offered, directory: directory.offered(tenantId) });
  /** Scope of the person in their own tenant, even while they are inside another tenant. */
  const ownTenantScope = (tx: Tx) => {
    const { userId, impersonatedFrom } = tx.scope;
    if (userId === null) return Promise.resolve(undefined);
    if (impersonatedFrom === null) return deps.users.byId(tx, userId);
    return deps.db.scoped(systemScope('visitor', impersonatedFrom), (home) => deps.users.byId(home, userId));
  };
  // At sign-in, the user sees the failed attempts made with their name (S01).
  async function lastSignIn(tx: Tx, userId: string): Promise<UserInfo['lastSignIn']> {
    const before = tx.scope.sessionId === null ? undefined : await sessionBefore(tx, userId, tx.scope.sessionId);
    if (!before) return null;
    const failures = await deps.audit.failuresOf(tx, userId, 'session.signIn', before.started_at);
    return { at: before.started_at, address: before.address, failures };
  }
  return {
    ...principals,
    ...service,
    signInFlow,
    renewal,
    own,
    confirmed: own.confirmed,
    endUser: own.endUser,
    endTenant: own.endTenant,
    touchPrincipal: own.touchPrincipal,
    /** Removes all login methods of a person; needs a transaction with the HTTP scope. */
    async forgetLoginMethods(tx: Tx, userId: string): Promise<void> {
      await oauth.freeAll(tx, userId);
      await factor.removeFactor(tx, { tenantId: tx.scope.tenantId, userId });
    },
    live,
    lock,
    factor,
    proveFactor: factor.proveFactor,
    payerStates: oauth.payerStates,
    secondPersons: createSecondPersons(deps),
    switching,
    impersonations,
    impersonationIn: impersonations.impersonationIn,
    isImpersonating: impersonations.isImpersonating,
    oauth,
    directory,
    phone: createPhoneSignIn({ ...deps, otherLoginMethods }, signInFlow),
    proving: createDirectoryProof(deps, signInFlow),
    idempotency,
    config: async (_scope: Scope): Promise<PublicConfig> => {
      const seeding = [...deps.pendingTenants()];
      return {
        ...deps.publicConfig,
        userTypes: await deps.userTypes(),
        ...(seeding.length > 0 ? { seeding } : {}),
      };
    },
    async ticket(scope: Scope, input: { purpose: TicketPurpose; target?: string | undefined }) {
      // Tickets of a platform user belong to the platform tenant, so a page of an entered tenant gets no file ticket.
      const isOfPlatform = input.purpose !== 'file' || scope.namedTenantId === scope.tenantId;
      if (!isOfPlatform && (await impersonations.isImpersonating(scope)))
        throw new AppError('denied', '以平台身份进入某个单位期间不能下载文件，请由该单位的人员下载');
      return service.ticket(scope, input, deps.targetOf);
    },
    info: (scope: Scope): Promise<UserInfo> =>
      deps.db.scoped(scope, async (tx) => {
        const user = await ownTenantScope(tx);
        if (!user) throw new AppError('unauthenticated');
        const mlps3 = scope.impersonatedFrom === null && (await deps.tenants.isMlps3(tx));
        const own = scope.enterpriseId;
        const names = own === null || scope.userType === 'shop' ? null : await deps.enterprises.names(tx, [own]);
        const shop = own !== null && scope.userType === 'shop' ? await deps.users.shopOf(tx, own) : null;
        const isLimited = scope.userType === 'regulator' && scope.impersonatedFrom === null;
        const overseen = isLimited ? await deps.access.overseen(tx, user.id) : null;
        return {
          sysUser: {
            id: user.id,
            username: user.username,
            nickName: user.nick_name,
            entName: names?.get(own ?? '') ?? shop?.name ?? null,
            avatar: user.avatar,
            phone: user.phone,
            shopId: scope.enterpriseId,
            tenantId: scope.tenantId,
            type: scope.userType ?? user.type,
            email: user.email,
          },
          permissions: [...scope.permits],
          withheld: await deps.withheld(tx),
          roles: [...scope.roles],
          lastSignIn: await lastSignIn(tx, user.id),
          mustChangePassword: mustChangePassword(user, mlps3, deps.clock.now()),
          mustEnrol: await factor.lacksFactor({ ...scope, userId: user.id, mlps3 }),
          enterpriseCount: await switching.countShops(scope),
          overseen: overseen?.names ?? null,
          overseenNote: overseen?.note ?? null,
        };
      }),
  };
}

export type SessionModule = ReturnType<typeof createSessionModule>;
export const sessionModule = defineModule('session', {
  needs: {
    server: infrastructure,
    tenants: tenantModule,
    audit: auditModule,
    dictionaries: dictionaryModule,
    sms: smsModule,
    users: userModule,
    access: accessModule,
    enterprises: enterpriseModule,
  },
  open({ kit: { db, bus, clock, registry }, server, dictionaries, ...below }) {
    const { config, secrets, vault, changes, vendor, directories, createHttpScope, log } = server;
    const sessions = createSessionModule({
      ...below,
      db,
      bus,
      clock,
      vault,
      changes,
      captcha: { on: config.captcha, newAnswer: newCaptchaAnswer, draw: drawCaptcha },
      countAddresses: config.rateLimit,
      app: { appCode: 'anlan', version: productVersion, url: config.publicUrl ?? '/' },
      vendor,
      directories,
      withheld: registry.withheld,
      report: (what, error) => log.warn({ err: error }, what),
      targetOf: server.ticketTarget,
      createHttpScope,
      demanded: config.production,
      isDemonstration: config.seed.kind === 'demo' && !config.production,
      issuer: '安澜',
      userTypes: dictionaries.userTypeWords,
      publicConfig: publicConfigOf(config, secrets),
      pendingTenants: server.pendingTenants,
    });
    below.enterprises.lifecycle.onMoved(({ to, ...where }) =>
      to === 'closed' ? sessions.endWithin(createHttpScope('enterprise closed'), where) : undefined,
    );
    return sessions;
  },
  serves: (sessions) => [
    serve('session', sessionCalls, sessions, true),
    serve('session', sessionOwnCalls, sessions.own, true),
    serve('session', sessionLockCalls, sessions.lock, true),
    serve('session', secondFactorCalls, sessions.factor, true),
    serve('session', sessionSwitchCalls, sessions.switching, true),
    serve('session', oauthCalls, sessions.oauth, true),
    serve('session', directoryCalls, sessions.directory, true),
    serve('session', directoryProofCalls, sessions.proving, true),
    serve('session', loginMethodsCalls, sessions.phone, true),
    serve('tenant', impersonationCalls, sessions.impersonations, true),
    // `user.info` is served here, because it returns the previous sign-in, which only the HTTP layer can read.
    serve('user', { info: userCalls.info }, { info: sessions.info }, true),
  ],
  gives: ({ live, checkCaptcha }) => ({ publishToUsers: live.tell, checkCaptcha }),
});
