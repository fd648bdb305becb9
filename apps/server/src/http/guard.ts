import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Call } from '@anlan/contract/http/dialect';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Intent } from '#kernel/intent.ts';
import { enterpriseRange, mintScope, systemScope, type Scope } from '#kernel/scope.ts';
import { networkOf } from '#kernel/network.ts';
import { restrictionError, type Live, type Principal, type ImpersonationRights } from '#modules/session/index.ts';
import { browserOf } from './browser.ts';
import type { Raw } from './parse.ts';
import type { Rates } from './rate.ts';

/** What the guard needs of the modules behind it. */
export interface GuardDeps {
  sessions: {
    authenticate(httpScope: Scope, token: string): Promise<Principal | null>;
    takeTicket(httpScope: Scope, ticket: string, target: string): Promise<Principal | null>;
    refuseBearer(httpScope: Scope, token: string): Promise<boolean>;
    checkClient(httpScope: Scope, id: string, secret: string, grant: string): Promise<boolean>;
    seen(httpScope: Scope, principal: Principal, activity: 'person' | 'background'): Promise<boolean>;
    impersonationIn(principal: Principal, tenantId: string): Promise<ImpersonationRights | null>;
    isImpersonating(session: Pick<Scope, 'userType' | 'sessionId'>): Promise<boolean>;
    /** Moves whenever something is told that may end a session or change its rights. */
    heard(): number;
    live: Pick<Live, 'standOf'>;
  };
  audit: { failed(scope: Scope, call: string, code: string): Promise<void> };
  clock: Clock;
  rates: Rates;
  demoModeForAll: boolean;
  /** Account name that a trusted proxy vouches for in a request, or null. */
  vouchedBy: (request: FastifyRequest) => string | null;
}

const demoRefusal = () => new AppError('denied', '演示账号，不能操作。', '演示环境');
const tenantMissing =
  '正以平台身份进入某个单位，但这次请求没有写明单位，所以没有办理。请离开该单位后再试；页面上一直这样提示的，请让运维人员检查反向代理是否去掉了请求头 tenant-id';
const takesAway = /:(export|exportPlain)$|^sys:reveal:/;
/** What demo users may not: change anything, or take data away (S38). */
const isForbiddenInDemo = (call: Call): boolean =>
  !call.demo && (call.method !== 'GET' || call.effect === 'write' || takesAway.test(call.permit));

const bearer = /^Bearer ([A-Za-z0-9_-]{20,256})$/i;
/** The token that a request brings in its header, or undefined. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1];
const basic = /^Basic ([A-Za-z0-9+/=]{4,1024})$/i;

// As long as a principal is kept.
const unaskedMs = 2_000;
// As long as a request waits at most for a database that is gone for a while.
const unsureMs = 30_000;
// What shows more of an answer beside the call's own permit.
const widens = /^sys:reveal:/;

/** The scope of the HTTP layer itself: sees sessions and tickets, no business rows. Minted here alone. */
export function createHttpScope(reason: string, request?: FastifyRequest): Scope {
  return mintScope({ tenantId: '0', http: true, reason, ...(request ? traces(request) : {}) });
}

/** The system at work inside one tenant that sees the HTTP layer's rows too. */
export const createHttpScopeIn = (reason: string, tenantId: string): Scope =>
  mintScope({ ...systemScope(reason, tenantId), http: true });

/** The scope of long work: the person who asked, with the rights of this moment. */
export function workScope(
  person: Pick<Principal, 'tenantId' | 'userId' | 'userName' | 'userType' | 'permits' | 'roles' | 'regions'>,
  enterpriseId: string | null = null,
): Scope {
  const range = enterpriseRange(person.userType, enterpriseId, person.regions);
  return mintScope({ ...person, enterpriseId, ...range, reason: 'long work' });
}

/** The same scope as one keyed write. */
export const keyedScope = (scope: Scope, intent: Intent): Scope => mintScope({ ...scope, intent });

/** The tenant that a request names. Two spellings that disagree give a text that is no tenant's number. */
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

/** Tells a token that is over from others, where counters may be shared with other nodes. */
const markOf = (token: string | null): string =>
  createHash('sha256')
    .update(token ?? '')
    .digest('base64url');

/** A page says of what it asks by itself that nobody is at work (S13); it can only say less than the call does. */
const activityOf = ({ headers }: FastifyRequest, call: Call): Call['activity'] =>
  headers['x-activity'] === 'background' ? 'background' : call.activity;

/** Path and query of a download as a ticket names it: without the ticket, in a fixed order. */
export function ticketTarget(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('access_token');
  parameters.sort();
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The guard: turns a request into a scope, or refuses it before anything else of it is read. */
export function createGuard({ sessions, audit, rates, demoModeForAll, vouchedBy }: GuardDeps) {
  async function demandClient(httpScope: Scope, request: FastifyRequest, grant: string): Promise<string> {
    const credential = basic.exec(request.headers.authorization ?? '')?.[1];
    const [id = '', secret = ''] = Buffer.from(credential ?? '', 'base64')
      .toString('utf8')
      .split(/:(.*)/s);
    if (credential === undefined || !(await sessions.checkClient(httpScope, id, secret, grant)))
      throw new AppError('unauthenticated', '客户端标识不正确');
    return id;
  }

  async function standingOf(httpScope: Scope, request: FastifyRequest, call: Call, query: Raw): Promise<Principal> {
    const inQuery = typeof query['access_token'] === 'string' ? query['access_token'] : null;
    const token = tokenOf(request);
    let principal: Principal | null = null;
    let given = inQuery;
    try {
      if (inQuery !== null && (await sessions.refuseBearer(httpScope, inQuery))) throw new AppError('unauthenticated');
      given = token ?? inQuery;
      if (token !== undefined) principal = await sessions.authenticate(httpScope, token);
      else if (inQuery !== null && (call.answer.kind === 'file' || call.answer.kind === 'document'))
        principal = await sessions.takeTicket(httpScope, inQuery, ticketTarget(request.url));
      if (principal !== null && !(await sessions.seen(httpScope, principal, activityOf(request, call))))
        throw new AppError('unauthenticated');
    } catch (error) {
      // What was ours once and is over counts by itself: whoever presses on with it holds back nobody else.
      if (error instanceof AppError && error.code === 'unauthenticated') await rates.take('session', markOf(given));
      throw error;
    }
    if (principal !== null) return principal;
    // Whoever names nobody is a stranger; counted only now, so that nobody is refused for what a neighbour makes up.
    await rates.take('anonymous', request.ip);
    throw new AppError('unauthenticated');
  }

  /** A demo user does not get past their limits by a call that asks for no token. */
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

  /** The scope of somebody of the platform in a tenant that they have entered (S36). */
  async function impersonating(scope: Scope, tenantId: string, rights: ImpersonationRights, call: Call, name: string) {
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

  /** The scope's session and rights once more: what is read under it is theirs only while these are. */
  async function demandStill(scope: Scope, call: Call, name: string) {
    const { sessionId, tenantId, impersonatedFrom } = scope;
    if (sessionId === null) return;
    const stand = await sessions.live.standOf(createHttpScope(name), {
      tenantId: impersonatedFrom ?? tenantId,
      sessionId,
    });
    // A screen that is locked meanwhile takes nothing back that its person has asked for.
    if (stand.is === 'ended') throw new AppError('unauthenticated', stand.text);
    const { principal } = stand;
    const rights = impersonatedFrom === null ? principal : await sessions.impersonationIn(principal, tenantId);
    const { regions } = enterpriseRange(principal.userType, principal.enterpriseId, principal.regions);
    const now = { userType: principal.userType, enterpriseId: principal.enterpriseId, regions };
    const then = { userType: scope.userType, enterpriseId: scope.enterpriseId, regions: scope.regions };
    const sees = impersonatedFrom !== null || isDeepStrictEqual(then, now);
    const needed = [...scope.permits].filter((permit) => permit === call.permit || widens.test(permit));
    if (rights !== null && sees && needed.every((permit) => rights.permits.has(permit))) return;
    await audit.failed(scope, name, 'denied');
    throw new AppError('denied');
  }

  return {
    /**
     * For an answer that is still being read for somebody while they receive it: throws once their session, account or
     * rights are gone (S12). Asks when something was told that may have changed them, and every two seconds all the same.
     */
    watch(scope: Scope, call: Call, name: string): () => Promise<void> {
      let [heard, asked] = [sessions.heard(), performance.now()];
      let sure = asked;
      return async () => {
        if (heard === sessions.heard() && performance.now() - asked < unaskedMs) return;
        [heard, asked] = [sessions.heard(), performance.now()];
        try {
          await demandStill(scope, call, name);
          sure = performance.now();
        } catch (error) {
          // A database that is busy, or away for a moment, takes nothing from anybody.
          const isRefused = error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'denied');
          if (isRefused || performance.now() - sure > unsureMs) throw error;
        }
      };
    },
    /** The HTTP layer's own scope for a request. */
    httpScopeOf: (name: string, request: FastifyRequest): Scope => createHttpScope(name, request),
    /** Admits the request to the call, or throws what the person is told. */
    async enter(request: FastifyRequest, call: Call, name: string, query: Raw, isHttp: boolean): Promise<Scope> {
      const httpScope = createHttpScope(name, request);
      if (call.rate === 'captcha') await rates.take('captcha', request.ip);
      if (call.permit === 'public') {
        refuseOtherSites(request, call);
        // Whoever guesses has a network of addresses, not one.
        if (call.rate === 'lookup') await rates.take('lookup', networkOf(request.ip));
        else await rates.take('anonymous', request.ip);
        if (isForbiddenInDemo(call) && (demoModeForAll || (await isDemoUser(httpScope, request)))) throw demoRefusal();
        const clientId = call.client === null ? null : await demandClient(httpScope, request, call.client);
        const namedTenantId = tenantIdNamed(request);
        const outer = { browser: browserOf(request, call), vouched: vouchedBy(request) };
        return mintScope({ tenantId: '0', ...traces(request), clientId, namedTenantId, ...outer, http: isHttp });
      }
      const principal = await standingOf(httpScope, request, call, query);
      request.fresh = principal.fresh;
      await rates.take('session', principal.sessionId);
      // Only what its own session allows counts against a tenant: one that presses on would else use up all the others'.
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
        // What is of the session itself stays the platform's, wherever the person is.
        else if (!isHttp || name === 'user.info') return impersonating(scope, named, rights, call, name);
      } else if (
        named === undefined &&
        // A ticket was given to a page that showed the platform.
        tokenOf(request) !== undefined &&
        (!isHttp || name === 'user.info') &&
        (await sessions.isImpersonating(principal))
      )
        // A proxy may have dropped the header: the page may show the platform or the tenant.
        await refuse('tenantMissing', new AppError('denied', tenantMissing));
      // One after the other: what sees to the first is not held back by the next.
      const [hold] = principal.holds;
      if (hold !== undefined && !call.despite.includes(hold)) throw restrictionError(hold, principal);
      if (call.permit !== 'signed-in' && !permits.has(call.permit)) await refuse('denied', new AppError('denied'));
      if ((principal.demoMode || demoModeForAll) && isForbiddenInDemo(call)) await refuse('demo', demoRefusal());
      refuseOtherSites(request, call);
      return scope;
    },
  };
}

/** The guard. */
export type Guard = ReturnType<typeof createGuard>;
