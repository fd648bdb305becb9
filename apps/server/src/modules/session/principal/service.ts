import { LRUCache } from 'lru-cache';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Restriction } from '@anlan/contract/modules/session/restriction';
import { endOfDay, dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Regions } from '#kernel/regions.ts';
import { systemScope, httpScopeWithin, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Changes } from '#platform/db/change-notifications.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AccessModule } from '../../access/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { EnterpriseModule } from '../../enterprise/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { mustChangePassword, type UserModule } from '../../user/index.ts';
import { createIssued } from '../issued-tokens/service.ts';
import { endedText, hashOf, isIdle, later, same } from '../rules.ts';
import * as store from '../store.ts';
import { createTouches } from './record-activity.ts';

export interface PrincipalDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  /** Subscription to change notifications of the database; null when this server does not subscribe. */
  changes: Changes | null;
  audit: AuditModule;
  tenants: TenantModule;
  users: UserModule;
  access: AccessModule;
  enterprises: Pick<EnterpriseModule, 'faceOf'>;
  report: (what: string, error: unknown) => void;
  lacksFactor(person: {
    tenantId: string;
    userId: string;
    userType: UserType;
    permits: ReadonlySet<Permit>;
    mlps3: boolean;
  }): Promise<boolean>;
}

/** Removes permits from a person's roles, depending on the state of their enterprise. */
export type Narrowing = (
  tx: Tx,
  who: { userType: UserType; enterpriseId: string | null; permits: readonly Permit[] },
) => Promise<readonly Permit[]>;

export interface Principal {
  sessionId: string;
  tenantId: string;
  userId: string;
  userName: string;
  userType: UserType;
  enterpriseId: string | null;
  permits: ReadonlySet<Permit>;
  roles: readonly string[];
  regions: Regions;
  demoMode: boolean;
  mlps3: boolean;
  lastSeenAt: Date;
  /** Hash that changes with the person's rights, menu, dictionaries or enterprise branding. */
  fresh: string;
  /** When the screen was locked, or null. */
  lockedAt: Date | null;
  /** Restrictions of the session. The person must resolve the first restriction first. */
  holds: readonly Restriction[];
}

// Milliseconds. A revocation takes effect within this time (S12), so a cached principal is valid this long when
// notifications are missing.
const boundMs = 2_000;
// Milliseconds. Some changes have no notification, such as an expired password or the end of the day. Such changes
// take effect within this time.
const longestMs = 5 * 60_000;

interface CachedPrincipal {
  principal: Principal;
  at: number;
  /**
   * Times in milliseconds. Without notifications the entry is valid until `until`, with them at most until `longest`.
   */
  until: number;
  longest: number;
  /** Notification connection that was open when the principal was read. */
  line: object | null;
  /** Change keys; a notification of one of them invalidates this entry. */
  whose: readonly string[];
}

/**
 * Change keys of a principal. '0' is the platform, whose changes concern everybody. For shop accounts the enterprise id
 * is the shop id.
 */
export const changeKeysOf = ({ tenantId, userId, sessionId, enterpriseId }: Principal): string[] => [
  '0',
  tenantId,
  ...[userId, sessionId, enterpriseId].map((id) => `${tenantId} ${id}`),
];

type SessionFacts = Pick<Principal, 'tenantId' | 'sessionId' | 'userId' | 'enterpriseId' | 'lastSeenAt' | 'lockedAt'>;

/** Finds and caches the principals of tokens and tickets. All functions run in the HTTP scope. */
export function createPrincipals(deps: PrincipalDeps) {
  const { db, bus, clock, changes, audit, tenants, users, access, enterprises, report, lacksFactor } = deps;
  const principals = new LRUCache<string, CachedPrincipal>({ max: 20_000 });
  const touches = createTouches(db, (error) => report('noting who is at work failed', error));
  let narrowed: Narrowing = (_tx, { permits }) => Promise.resolve(permits);
  // Number of invalidations. A principal whose read began before an invalidation is not cached.
  let heard = 0;
  // Principal reads in progress. A page sends several calls at once; they share one read unless an invalidation arrives
  // in between.
  const underWay = new Map<string, { since: number; principal: Promise<Principal> }>();
  const isGivenHash = createIssued({ db });
  // A cached hash is known to be issued, so only other hashes need a query.
  const isGiven = async (httpScope: Scope, hash: string) => principals.has(hash) || isGivenHash(httpScope, hash);
  bus.subscribe('standing', ({ tenantId, userId, id }) => {
    heard += 1;
    const stale = [...principals].filter(
      ([, { principal }]) =>
        principal.tenantId === tenantId &&
        (userId === null || principal.userId === userId) &&
        (id === null || principal.sessionId === id),
    );
    for (const [key] of stale) principals.delete(key);
  });
  // Change keys that were published since the cache was last cleaned.
  const changedKeys = new Set<string>();
  let tellings = 0;
  changes?.subscribe((whose) => {
    tellings += 1;
    changedKeys.add(whose);
  });
  const moved = () => heard + tellings;
  function dropChanged() {
    if (changedKeys.size === 0) return;
    for (const entry of principals.values())
      if (entry.whose.some((one) => changedKeys.has(one))) entry.until = entry.longest = 0;
    changedKeys.clear();
  }
  /**
   * Whether a cached principal is still valid: it is recent, or notifications covered every commit since it was read.
   */
  function isFresh({ principal, at, until, longest, line }: CachedPrincipal): boolean {
    const now = clock.now().getTime();
    // The clock was moved back, so the age of the entry is unknown.
    if (now < at) return false;
    if (now < until) return true;
    if (changes === null || line === null) return false;
    const heardTo = changes.receivedUntil();
    if (now < heardTo || now >= Math.min(longest, heardTo + boundMs)) return false;
    // The LISTEN connection must be the one that was open when the principal was read; otherwise notifications may be
    // missing. An idle principal is read again, because another node may have stored newer activity.
    return line === changes.line() && !isIdle(principal.lastSeenAt, new Date(now), principal.mlps3);
  }
  const hasEnded = ({ revokedAt, endsAt, accessEndsAt }: store.AccessSession): boolean =>
    revokedAt !== null || endsAt <= clock.now() || accessEndsAt <= clock.now();
  const isOther = (one: SessionFacts, other: SessionFacts): boolean =>
    one.tenantId !== other.tenantId ||
    one.sessionId !== other.sessionId ||
    one.userId !== other.userId ||
    one.enterpriseId !== other.enterpriseId;
  const forget = (tenantId: string, sessionId: string) =>
    bus.publish(systemScope('session', tenantId), 'standing', { id: sessionId });

  const forgetAll = (tenantId: string, userId: string | null) =>
    bus.publish(systemScope('session', tenantId), 'standing', { userId });

  /** Loads the principal of a session in its tenant; null when the session may do nothing. */
  async function principalIn(tx: Tx, session: SessionFacts) {
    const { tenantId, sessionId, userId, enterpriseId, lastSeenAt, lockedAt } = session;
    // All queries are sent together, so that they need one round trip.
    const unit = tenants.principalTenant(tx);
    const rented = unit.then((one) => one?.rented ?? null);
    const [tenant, user, face, rights] = await Promise.all([
      unit,
      users.principalOf(tx, userId),
      enterpriseId === null ? null : enterprises.faceOf(tx, enterpriseId),
      access.rightsOf(tx, userId, rented),
    ]);
    if (!tenant || !user || user.lock_flag !== '0') return null;
    // A shop account that moved to another shop may not use this session. No account may use a closed shop.
    if (user.type === 'shop') {
      if (user.shop_id !== enterpriseId) return null;
      if (enterpriseId !== null && !(await users.shopOf(tx, enterpriseId))?.isOpen) return null;
    }
    const isStaff = user.type === 'enterprise' && enterpriseId !== null;
    if (isStaff && face === null) return null;
    const { roles, regions, permits: held } = rights;
    const permits = new Set(await narrowed(tx, { userType: user.type, enterpriseId, permits: [...held] }));
    const { mlps3, freshness } = tenant;
    const fresh = access.freshMark({ roles, permits, regions }, isStaff ? (face ?? '') : '', freshness);
    return {
      sessionId,
      tenantId,
      userId,
      userName: user.nick_name,
      userType: user.type,
      enterpriseId,
      permits,
      roles,
      regions,
      demoMode: user.demo_mode,
      mlps3,
      lastSeenAt,
      fresh,
      lockedAt,
      mustChange: mustChangePassword(user, mlps3, clock.now()),
    };
  }

  async function withRestrictions(principalRow: Awaited<ReturnType<typeof principalIn>>): Promise<Principal | null> {
    if (principalRow === null) return null;
    const { mustChange, ...facts } = principalRow;
    const holds: Restriction[] = [];
    if (facts.lockedAt !== null) holds.push('locked');
    if (mustChange) holds.push('mustChangePassword');
    if (await lacksFactor(facts)) holds.push('mustEnrol');
    return { ...facts, holds };
  }

  const principalOf = async (session: SessionFacts): Promise<Principal | null> =>
    withRestrictions(await db.read(systemScope('session', session.tenantId), (tx) => principalIn(tx, session)));

  /** Reads a cached session and its principal from the database again, in one transaction. */
  async function readAgain(httpScope: Scope, hash: string, before: SessionFacts) {
    return db.read(httpScopeWithin(httpScope, before.tenantId), async (tx) => {
      const [sessionRow, facts] = await Promise.all([store.findByAccess(tx, hash), principalIn(tx, before)]);
      if (!sessionRow || hasEnded(sessionRow) || isOther(sessionRow, before))
        return { found: sessionRow, facts: undefined };
      const { lastSeenAt, lockedAt } = sessionRow;
      return { found: sessionRow, facts: facts && { ...facts, lastSeenAt, lockedAt } };
    });
  }

  async function readAnew(httpScope: Scope, hash: string): Promise<Principal> {
    const now = clock.now();
    const before = moved();
    const line = changes?.line() ?? null;
    const cachedPrincipal = principals.get(hash)?.principal;
    if (cachedPrincipal) await touches.settle(cachedPrincipal.sessionId);
    const { found: sessionRow, facts } = cachedPrincipal
      ? await readAgain(httpScope, hash, cachedPrincipal)
      : {
          found: await db.read(httpScope, (tx) => store.findByAccess(tx, hash)),
          facts: undefined,
        };
    const principal =
      !sessionRow || hasEnded(sessionRow)
        ? null
        : facts === undefined
          ? await principalOf(sessionRow)
          : await withRestrictions(facts);
    if (principal === null) principals.delete(hash);
    else if (before === moved()) {
      const ends = Math.min(sessionRow?.accessEndsAt.getTime() ?? 0, sessionRow?.endsAt.getTime() ?? 0);
      const longest = Math.min(now.getTime() + longestMs, endOfDay(dayOf(now)).getTime(), ends);
      const until = Math.min(now.getTime() + boundMs, ends);
      principals.set(hash, { principal, at: now.getTime(), until, longest, line, whose: changeKeysOf(principal) });
    }
    const endText = sessionRow?.revokedAt ? endedText(sessionRow.revokedReason) : undefined;
    if (principal === null) throw new AppError('unauthenticated', endText);
    return principal;
  }

  return {
    forget,
    forgetAll,
    principalOf,
    /**
     * Registers a function that limits the permits of roles, such as a membership plan. The function runs at every
     * principal read.
     */
    narrow(by: Narrowing): void {
      narrowed = by;
    },
    /** Number of invalidations so far. The number increases when a session may have ended or its rights changed. */
    heard: () => heard,
    /** Whether this server issued the token or ticket, even if it has expired. */
    isGiven: (httpScope: Scope, token: string): Promise<boolean> => isGiven(httpScope, hashOf(token)),
    /**
     * Principal of an access token. Null when this server never issued it; throws with the reason when the session has
     * ended.
     */
    async authenticate(httpScope: Scope, token: string): Promise<Principal | null> {
      const hash = hashOf(token);
      dropChanged();
      const entry = principals.get(hash);
      if (entry && isFresh(entry)) return entry.principal;
      if (!(await isGiven(httpScope, hash))) return null;
      const joined = underWay.get(hash);
      if (joined?.since === moved()) return joined.principal;
      const read = { since: moved(), principal: readAnew(httpScope, hash) };
      underWay.set(hash, read);
      try {
        return await read.principal;
      } finally {
        if (underWay.get(hash) === read) underWay.delete(hash);
      }
    },
    /** Principal of a one-time ticket for exactly this download; null when it was never issued or is already used. */
    async takeTicket(httpScope: Scope, ticket: string, target: string): Promise<Principal | null> {
      const now = clock.now();
      const hash = hashOf(ticket);
      if (!(await isGiven(httpScope, hash))) return null;
      const sessionRow = await db.scoped(httpScope, (tx) => store.takeTicket(tx, hash, target, now));
      const ended = !sessionRow || sessionRow.revokedAt !== null || sessionRow.endsAt <= now;
      const principal = ended ? null : await principalOf(sessionRow);
      if (principal === null) throw new AppError('unauthenticated');
      return principal;
    },
    /** Ends the session of an access token that appears in a URL, because such a token may have leaked (S09). */
    async refuseBearer(httpScope: Scope, token: string): Promise<boolean> {
      const hash = hashOf(token);
      const sessionRow =
        (await isGiven(httpScope, hash)) && (await db.scoped(httpScope, (tx) => store.findByAccess(tx, hash)));
      if (!sessionRow) return false;
      await db.scoped(httpScope, (tx) =>
        store.revoke(tx, sessionRow.tenantId, sessionRow.sessionId, clock.now(), 'token in address'),
      );
      forget(sessionRow.tenantId, sessionRow.sessionId);
      await audit.failed(
        systemScope('token in address', sessionRow.tenantId, httpScope),
        'session.refuse',
        'tokenInAddress',
        {
          userId: sessionRow.userId,
        },
      );
      return true;
    },
    /** Ends all sessions in an enterprise that closed (S12). */
    async endWithin(httpScope: Scope, { tenantId, enterpriseId }: { tenantId: string; enterpriseId: string }) {
      const ended = await db.scoped(httpScope, (tx) =>
        store.revokeWithin(tx, tenantId, enterpriseId, clock.now(), 'enterprise closed'),
      );
      for (const id of ended) forget(tenantId, id);
    },
    async checkClient(httpScope: Scope, id: string, secret: string, grant: string): Promise<boolean> {
      const client = await db.scoped(httpScope, (tx) => store.findClient(tx, id));
      return (
        client !== undefined &&
        !client.revoked &&
        same(client.secret_hash, hashOf(secret)) &&
        client.grants.includes(grant)
      );
    },
    /** Records activity of a session. Returns false when the session has been idle too long. */
    async seen(httpScope: Scope, principal: Principal, activity: 'person' | 'background'): Promise<boolean> {
      const now = clock.now();
      if (isIdle(principal.lastSeenAt, now, principal.mlps3)) {
        await db.scoped(httpScope, (tx) => store.revoke(tx, principal.tenantId, principal.sessionId, now, 'idle'));
        forget(principal.tenantId, principal.sessionId);
        return false;
      }
      if (activity === 'person' && now.getTime() - principal.lastSeenAt.getTime() > 60_000) {
        principal.lastSeenAt = now;
        await touches.note(httpScope, { tenantId: principal.tenantId, sessionId: principal.sessionId, at: now });
      }
      return true;
    },
    registerClient: (httpScope: Scope, client: { id: string; secret: string }) =>
      db.scoped(httpScope, (tx) =>
        store.saveClient(tx, {
          id: client.id,
          secret_hash: hashOf(client.secret),
          grants: ['password', 'refresh_token', 'sms_login'],
        }),
      ),
    sweep: (httpScope: Scope) =>
      db.scoped(httpScope, (tx) =>
        store.sweep(tx, clock.now(), later(clock.now(), -limits.signIn.accountWindowSeconds)),
      ),
  };
}

export type Principals = ReturnType<typeof createPrincipals>;
