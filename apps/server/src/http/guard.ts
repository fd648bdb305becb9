import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Call } from '@anlan/contract/http/call-table';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Intent } from '#kernel/intent.ts';
import { enterpriseRange, mintScope, systemScope, type Scope } from '#kernel/scope.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { restrictionError, type Live, type Principal, type ImpersonationRights } from '#modules/session/index.ts';
import { browserOf } from './browser.ts';
import type { Raw } from './parse.ts';
import type { Rates } from './rate-limits.ts';

export interface GuardDeps {
  sessions: {
    authenticate(httpScope: Scope, token: string): Promise<Principal | null>;
    takeTicket(httpScope: Scope, ticket: string, target: string): Promise<Principal | null>;
    refuseBearer(httpScope: Scope, token: string): Promise<boolean>;
    checkClient(httpScope: Scope, id: string, secret: string, grant: string): Promise<boolean>;
    seen(httpScope: Scope, principal: Principal, activity: 'person' | 'background'): Promise<boolean>;
    impersonationIn(principal: Principal, tenantId: string): Promise<ImpersonationRights | null>;
    isImpersonating(session: Pick<Scope, 'userType' | 'sessionId'>): Promise<boolean>;
    /** Counter that increases with each event that may end a session or change its rights. */
    heard(): number;
    live: Pick<Live, 'standOf'>;
  };
  audit: { failed(scope: Scope, call: string, code: string): Promise<void> };
  clock: Clock;
  rates: Rates;
  demoModeForAll: boolean;
  /** Account name that a trusted proxy sent; null without one. */
  proxyAccountOf: (request: FastifyRequest) => string | null;
}

const demoRefusal = () => new AppError('denied', '演示账号，不能操作。', '演示环境');
const tenantMissing =
  '正以平台身份进入某个单位，但这次请求没有写明单位，所以没有办理。请离开该单位后再试；页面上一直这样提示的，请让运维人员检查反向代理是否去掉了请求头 tenant-id';
const takesAway = /:(export|exportPlain)$|^sys:reveal:/;
/** Whether the call is forbidden for demo users, because it changes or exports data (S38). */
const isForbiddenInDemo = (call: Call): boolean =>
  !call.demo && (call.method !== 'GET' || call.effect === 'write' || takesAway.test(call.permit));

const bearer = /^Bearer ([A-Za-z0-9_-]{20,256})$/i;
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1];
const basic = /^Basic ([A-Za-z0-9+/=]{4,1024})$/i;

// The cache time of a principal.
const recheckMs = 2_000;
// How long a request waits while the database is unavailable.
const longestOutageMs = 30_000;
// Permits to reveal masked values. A caller with such a permit gets more data in answers.
const revealPermit = /^sys:reveal:/;

/**
 * Scope of the HTTP layer. It can read sessions and tickets, but no business rows. Only this function creates such a
 * scope.
 */
export function createHttpScope(reason: string, request?: FastifyRequest): Scope {
  return mintScope({ tenantId: '0', http: true, reason, ...(request ? traces(request) : {}) });
}

/** System scope of one tenant that also sees the HTTP layer's rows. */
export const createHttpScopeIn = (reason: string, tenantId: string): Scope =>
  mintScope({ ...systemScope(reason, tenantId), http: true });

/** Scope of a background job: the user who started it, with their current rights. */
export function workScope(
  person: Pick<Principal, 'tenantId' | 'userId' | 'userName' | 'userType' | 'permits' | 'roles' | 'regions'>,
  enterpriseId: string | null = null,
): Scope {
  const range = enterpriseRange(person.userType, enterpriseId, person.regions);
  return mintScope({ ...person, enterpriseId, ...range, reason: 'long work' });
}

export const createIdempotentScope = (scope: Scope, intent: Intent): Scope => mintScope({ ...scope, intent });

/** Tenant id from the headers. When the two header spellings disagree, the result is an invalid id. */
function tenantNamed({ headers }: FastifyRequest): string | undefined {
  const names = new Set([headers['tenant_id'] ?? [], headers['tenant-id'] ?? []].flat());
  return names.size === 0 ? undefined : [...names].join();
}

function tenantIdNamed(request: FastifyRequest): string | null {
  const named = tenantNamed(request);
  return named !== undefined && /^\d{1,19}$/.test(named) ? named : null;
}

function traces(request: FastifyRequest) {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 256),
  };
}

/** Name of the rate counter for an ended token. It is a hash, because nodes may share the counters. */
const markOf = (token: string | null): string =>
  createHash('sha256')
    .update(token ?? '')
    .digest('base64url');

/**
 * Whether the call counts as user activity (S13). A page marks its automatic requests as background; the mark can only
 * lower the activity.
 */
const activityOf = ({ headers }: FastifyRequest, call: Call): Call['activity'] =>
  headers['x-activity'] === 'background' ? 'background' : call.activity;

/** Path and query of a download in a ticket: without the ticket itself, in a fixed order. */
export function ticketTarget(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('access_token');
  parameters.sort();
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Creates the guard. The guard turns a request into a scope, or refuses the request before its body is read. */
export function createGuard({ sessions, audit, rates, demoModeForAll, proxyAccountOf: vouchedBy }: GuardDeps) {
  async function requireClient(httpScope: Scope, request: FastifyRequest, grant: string): Promise<string> {
    const credential = basic.exec(request.headers.authorization ?? '')?.[1];
    const [id = '', secret = ''] = Buffer.from(credential ?? '', 'base64')
      .toString('utf8')
      .split(/:(.*)/s);
    if (credential === undefined || !(await sessions.checkClient(httpScope, id, secret, grant)))
      throw new AppError('unauthenticated', '客户端标识不正确');
    return id;
  }

  async function loadPrincipal(httpScope: Scope, request: FastifyRequest, call: Call, query: Raw): Promise<Principal> {
    const inQuery = typeof query['access_token'] === 'string' ? query['access_token'] : null;
    const token = tokenOf(request);
    let principal: Principal | null = null;
    let givenToken = inQuery;
    try {
      if (inQuery !== null && (await sessions.refuseBearer(httpScope, inQuery))) throw new AppError('unauthenticated');
      givenToken = token ?? inQuery;
      if (token !== undefined) principal = await sessions.authenticate(httpScope, token);
      else if (inQuery !== null && (call.answer.kind === 'file' || call.answer.kind === 'document'))
        principal = await sessions.takeTicket(httpScope, inQuery, ticketTarget(request.url));
      if (principal !== null && !(await sessions.seen(httpScope, principal, activityOf(request, call))))
        throw new AppError('unauthenticated');
    } catch (error) {
      // Counts requests with an ended token separately, so that they use up nobody else's limit.
      if (error instanceof AppError && error.code === 'unauthenticated')
        await rates.take('session', markOf(givenToken));
      throw error;
    }
    if (principal !== null) return principal;
    // Requests with an unknown token count by IP address, and only after the check. A client that invents tokens thus
    // blocks no valid user of that address.
    await rates.take('anonymous', request.ip);
    throw new AppError('unauthenticated');
  }

  /** Whether the token belongs to a demo user. The demo limits also apply to public calls. */
  async function isDemoUser(httpScope: Scope, request: FastifyRequest): Promise<boolean> {
    const token = tokenOf(request);
    const principal = token === undefined ? null : await sessions.authenticate(httpScope, token).catch(() => null);
    return principal?.demoMode === true;
  }

  function refuseOtherSites(request: FastifyRequest, call: Call) {
    if (call.method !== 'GET' || call.effect !== 'write') return;
    const { headers } = request;
    if (/prefetch/i.test(`${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`))
      throw new AppError('denied');
    const site = headers['sec-fetch-site'];
    if (site === undefined) return;
    const dest = headers['sec-fetch-dest'];
    if (site !== 'same-origin' || headers['sec-fetch-mode'] !== 'cors' || (dest !== undefined && dest !== 'empty'))
      throw new AppError('denied');
  }

  /** Scope of a platform user who has entered a tenant (S36). */
  async function createImpersonationScope(
    scope: Scope,
    tenantId: string,
    rights: ImpersonationRights,
    call: Call,
    name: string,
  ) {
    const { permits, roles, mayWrite } = rights;
    const impersonation = mintScope({
      ...scope,
      tenantId,
      userType: 'regulator',
      userName: `平台 ${scope.userName ?? ''}`.trim(),
      ...enterpriseRange('regulator', null, 'all'),
      permits,
      roles,
      impersonatedFrom: scope.tenantId,
    });
    const refuse = async (code: string, message?: string): Promise<never> => {
      await audit.failed(impersonation, name, code);
      throw new AppError('denied', message);
    };
    if (!mayWrite && (call.effect === 'write' || takesAway.test(call.permit)))
      await refuse('entryReadOnly', '以平台身份进入，只能查看');
    if (call.effect === 'write' && !call.impersonation)
      await refuse('entryDoor', '以平台身份进入，不能办理此事，请由该单位的人员办理');
    if (call.permit !== 'signed-in' && call.permit !== 'public' && !permits.has(call.permit)) await refuse('denied');
    return impersonation;
  }

  /** Checks session and rights again after the read. The caller gets the data only when both are still valid. */
  async function requireStillValid(scope: Scope, call: Call, name: string) {
    const { sessionId, tenantId, impersonatedFrom } = scope;
    if (sessionId === null) return;
    const stand = await sessions.live.standOf(createHttpScope(name), {
      tenantId: impersonatedFrom ?? tenantId,
      sessionId,
    });
    // A lock of the screen in the meantime does not stop a running request.
    if (stand.is === 'ended') throw new AppError('unauthenticated', stand.text);
    const { principal } = stand;
    const rights = impersonatedFrom === null ? principal : await sessions.impersonationIn(principal, tenantId);
    const { regions } = enterpriseRange(principal.userType, principal.enterpriseId, principal.regions);
    const now = { userType: principal.userType, enterpriseId: principal.enterpriseId, regions };
    const then = { userType: scope.userType, enterpriseId: scope.enterpriseId, regions: scope.regions };
    const sees = impersonatedFrom !== null || isDeepStrictEqual(then, now);
    const needed = [...scope.permits].filter((permit) => permit === call.permit || revealPermit.test(permit));
    if (rights !== null && sees && needed.every((permit) => rights.permits.has(permit))) return;
    await audit.failed(scope, name, 'denied');
    throw new AppError('denied');
  }

  return {
    /**
     * For a streamed answer: throws when the session, the account or the rights have ended (S12). Checks after each
     * change event and at least every two seconds.
     */
    watch(scope: Scope, call: Call, name: string): () => Promise<void> {
      let [heard, checkedAt] = [sessions.heard(), performance.now()];
      let sure = checkedAt;
      return async () => {
        if (heard === sessions.heard() && performance.now() - checkedAt < recheckMs) return;
        [heard, checkedAt] = [sessions.heard(), performance.now()];
        try {
          await requireStillValid(scope, call, name);
          sure = performance.now();
        } catch (error) {
          // Stops the download only for a refusal, not for a busy or unavailable database.
          const isRefused = error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'denied');
          if (isRefused || performance.now() - sure > longestOutageMs) throw error;
        }
      };
    },
    httpScopeOf: (name: string, request: FastifyRequest): Scope => createHttpScope(name, request),
    /** Returns the scope of the request, or throws the error for the user. */
    async enter(request: FastifyRequest, call: Call, name: string, query: Raw, isHttp: boolean): Promise<Scope> {
      const httpScope = createHttpScope(name, request);
      if (call.rate === 'captcha') await rates.take('captcha', request.ip);
      if (call.permit === 'public') {
        refuseOtherSites(request, call);
        // Counts lookups by network, because an attacker may have many addresses of one network.
        if (call.rate === 'lookup') await rates.take('lookup', networkOf(request.ip));
        else await rates.take('anonymous', request.ip);
        if (isForbiddenInDemo(call) && (demoModeForAll || (await isDemoUser(httpScope, request)))) throw demoRefusal();
        const clientId = call.client === null ? null : await requireClient(httpScope, request, call.client);
        const namedTenantId = tenantIdNamed(request);
        const outer = { browser: browserOf(request, call), proxyAccount: vouchedBy(request) };
        return mintScope({ tenantId: '0', ...traces(request), clientId, namedTenantId, ...outer, http: isHttp });
      }
      const principal = await loadPrincipal(httpScope, request, call, query);
      request.fresh = principal.fresh;
      await rates.take('session', principal.sessionId);
      // Counts a request for the tenant only after the limit of the session allowed it. One session thus cannot use
      // up the limit of the tenant.
      await Promise.all([
        rates.take('tenant', principal.tenantId),
        ...(call.rate === 'lookup' ? [rates.take('lookup', principal.sessionId)] : []),
      ]);
      const { tenantId, userId, userName, userType, enterpriseId, permits, roles, regions, sessionId } = principal;
      const scope = mintScope({
        tenantId,
        userId,
        userName,
        userType,
        enterpriseId,
        ...enterpriseRange(userType, enterpriseId, regions),
        permits,
        roles,
        sessionId,
        namedTenantId: tenantIdNamed(request),
        browser: browserOf(request, call),
        http: isHttp,
        ...traces(request),
      });
      const refuse = async (code: string, error: AppError) => {
        await audit.failed(scope, name, code);
        throw error;
      };
      const named = tenantNamed(request);
      if (named !== undefined && named !== tenantId) {
        const rights = principal.holds.length === 0 ? await sessions.impersonationIn(principal, named) : null;
        if (rights === null) await refuse('tenantMismatch', new AppError('denied'));
        // Calls about the session use the platform scope, also during an impersonation.
        else if (!isHttp || name === 'user.info') return createImpersonationScope(scope, named, rights, call, name);
      } else if (
        named === undefined &&
        // Does not apply to a request with a ticket: only a page that shows the platform gets a ticket for a platform
        // file.
        tokenOf(request) !== undefined &&
        (!isHttp || name === 'user.info') &&
        (await sessions.isImpersonating(principal))
      )
        // A proxy may have dropped the tenant header, so it is unknown whether the page shows the platform or the
        // tenant.
        await refuse('tenantMissing', new AppError('denied', tenantMissing));
      // Reports one restriction at a time. A call that lifts the first restriction must not be blocked by the next
      // one.
      const [hold] = principal.holds;
      if (hold !== undefined && !call.allowedRestrictions.includes(hold)) throw restrictionError(hold, principal);
      if (call.permit !== 'signed-in' && !permits.has(call.permit)) await refuse('denied', new AppError('denied'));
      if ((principal.demoMode || demoModeForAll) && isForbiddenInDemo(call)) await refuse('demo', demoRefusal());
      refuseOtherSites(request, call);
      return scope;
    },
  };
}

export type Guard = ReturnType<typeof createGuard>;
