import { LRUCache } from 'lru-cache';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Restriction } from '@anlan/contract/modules/session/restriction';
import { dayEnds, dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Regions } from '#kernel/regions.ts';
import { systemScope, httpScopeWithin, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AccessModule } from '../../access/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { EnterpriseModule } from '../../enterprise/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { mustChangePassword, type UserModule } from '../../user/index.ts';
import { createIssued } from '../issued/service.ts';
import { endedText, hashOf, isIdle, later, same } from '../rules.ts';
import * as store from '../store.ts';
import { createTouches } from './touches.ts';

/** What a principal is read from. */
export interface PrincipalDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  /** What the database tells of changes, or null where it is not listened to. */
  changes: Changes | null;
  audit: AuditModule;
  tenants: TenantModule;
  users: UserModule;
  access: AccessModule;
  enterprises: Pick<EnterpriseModule, 'faceOf'>;
  report: (what: string, error: unknown) => void;
  /** Whether a person may not be without a second factor, and is. */
  lacksFactor(person: {
    tenantId: string;
    userId: string;
    userType: UserType;
    permits: ReadonlySet<Permit>;
    mlps3: boolean;
  }): Promise<boolean>;
}

/** What somebody may at this moment of what their roles hold, where they work. */
export type Narrowing = (
  tx: Tx,
  who: { userType: UserType; enterpriseId: string | null; permits: readonly Permit[] },
) => Promise<readonly Permit[]>;

/** A live session as the guard sees it. */
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
  /** Whether their tenant is protected at level three. */
  mlps3: boolean;
  lastSeenAt: Date;
  /** Changes when the person's rights, menu, dictionaries or what their enterprise looks like have. */
  fresh: string;
  /** When its screen was locked, or null. */
  lockedAt: Date | null;
  /** What holds it back, the first to be seen to first. */
  holds: readonly Restriction[];
}

// So long a revocation may go unseen (S12): a principal that was read, or of which nothing was told, so long ago is believed.
const boundMs = 2_000;
// What no change tells of, such as the age of a password, shows after so long, and when the day ends.
const longestMs = 5 * 60_000;

/** A standing as it is kept. */
interface Kept {
  principal: Principal;
  /** When it was read. */
  at: number;
  /** Until when it holds by itself, and how long at most while nothing is told of it. */
  until: number;
  longest: number;
  /** The line on which changes were heard when it was read. */
  line: object | null;
  /** Whose changes are its own. */
  whose: readonly string[];
}

/** Whose changes are those of a principal; what the platform shares is everybody's. A shop stands where an enterprise does. */
export const whoseOf = ({ tenantId, userId, sessionId, enterpriseId }: Principal): string[] => [
  '0',
  tenantId,
  ...[userId, sessionId, enterpriseId].map((id) => `${tenantId} ${id}`),
];

/** What is known of a session before its standing is read. */
type Known = Pick<Principal, 'tenantId' | 'sessionId' | 'userId' | 'enterpriseId' | 'lastSeenAt' | 'lockedAt'>;

/** What a token or ticket stands for right now; every function here runs on the HTTP layer's scope. */
export function createPrincipals(deps: PrincipalDeps) {
  const { db, bus, clock, changes, audit, tenants, users, access, enterprises, report, lacksFactor } = deps;
  const principals = new LRUCache<string, Kept>({ max: 20_000 });
  const touches = createTouches(db, (error) => report('noting who is at work failed', error));
  let narrowed: Narrowing = (_tx, { permits }) => Promise.resolve(permits);
  // Moves with every hint: what was read before one is not kept after it.
  let heard = 0;
  // A page asks ten things at once: its calls read one standing together, unless a hint came in between.
  const underWay = new Map<string, { since: number; found: Promise<Principal> }>();
  const isGivenHash = createIssued({ db });
  // What stood a moment ago was given; only what is new here has to be looked for.
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
  // Whose changes were told since the standings were last gone through.
  const told = new Set<string>();
  let tellings = 0;
  changes?.subscribe((whose) => {
    tellings += 1;
    told.add(whose);
  });
  const moved = () => heard + tellings;
  function dropTold() {
    if (told.size === 0) return;
    for (const kept of principals.values()) if (kept.whose.some((one) => told.has(one))) kept.until = kept.longest = 0;
    told.clear();
  }
  /** Whether a principal is still believed: it is fresh, or all that was committed since it was read has been heard. */
  function isBelieved({ principal, at, until, longest, line }: Kept): boolean {
    const now = clock.now().getTime();
    // A clock that was set back says nothing of how long ago anything was.
    if (now < at) return false;
    if (now < until) return true;
    if (changes === null || line === null) return false;
    const heardTo = changes.heardTo();
    if (now < heardTo || now >= Math.min(longest, heardTo + boundMs)) return false;
    // Another node may have seen the person since.
    return line === changes.line() && !isIdle(principal.lastSeenAt, new Date(now), principal.mlps3);
  }
  const hasEnded = ({ revokedAt, endsAt, accessEndsAt }: store.AccessSession): boolean =>
    revokedAt !== null || endsAt <= clock.now() || accessEndsAt <= clock.now();
  const isOther = (one: Known, other: Known): boolean =>
    one.tenantId !== other.tenantId ||
    one.sessionId !== other.sessionId ||
    one.userId !== other.userId ||
    one.enterpriseId !== other.enterpriseId;
  const forget = (tenantId: string, sessionId: string) =>
    bus.publish(systemScope('session', tenantId), 'standing', { id: sessionId });

  const forgetAll = (tenantId: string, userId: string | null) =>
    bus.publish(systemScope('session', tenantId), 'standing', { userId });

  /** What a session is and may in its tenant; null where it may nothing at all. */
  async function principalIn(tx: Tx, session: Known) {
    const { tenantId, sessionId, userId, enterpriseId, lastSeenAt, lockedAt } = session;
    // Asked all at once: one way to the database and back.
    const unit = tenants.principalTenant(tx);
    const rented = unit.then((one) => one?.rented ?? null);
    const [tenant, user, face, rights] = await Promise.all([
      unit,
      users.principalOf(tx, userId),
      enterpriseId === null ? null : enterprises.faceOf(tx, enterpriseId),
      access.rightsOf(tx, userId, rented),
    ]);
    if (!tenant || !user || user.lock_flag !== '0') return null;
    // An account that was moved to another shop has no business in this one; a shop that is not open lets nobody in.
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

  async function withRestrictions(found: Awaited<ReturnType<typeof principalIn>>): Promise<Principal | null> {
    if (found === null) return null;
    const { mustChange, ...facts } = found;
    const holds: Restriction[] = [];
    if (facts.lockedAt !== null) holds.push('locked');
    if (mustChange) holds.push('mustChangePassword');
    if (await lacksFactor(facts)) holds.push('mustEnrol');
    return { ...facts, holds };
  }

  const principalOf = async (session: Known): Promise<Principal | null> =>
    withRestrictions(
      await db.scoped(systemScope('session', session.tenantId), (tx) => principalIn(tx, session), { readOnly: true }),
    );

  /** A session that stood a moment ago, with what it is now: both in one transaction, where it still is the same. */
  async function readAgain(httpScope: Scope, hash: string, before: Known) {
    return db.scoped(
      httpScopeWithin(httpScope, before.tenantId),
      async (tx) => {
        const [found, facts] = await Promise.all([store.findByAccess(tx, hash), principalIn(tx, before)]);
        if (!found || hasEnded(found) || isOther(found, before)) return { found, facts: undefined };
        const { lastSeenAt, lockedAt } = found;
        return { found, facts: facts && { ...facts, lastSeenAt, lockedAt } };
      },
      { readOnly: true },
    );
  }

  async function readAnew(httpScope: Scope, hash: string): Promise<Principal> {
    const now = clock.now();
    const before = moved();
    const line = changes?.line() ?? null;
    const known = principals.get(hash)?.principal;
    if (known) await touches.settle(known.sessionId);
    const { found, facts } = known
      ? await readAgain(httpScope, hash, known)
      : {
          found: await db.scoped(httpScope, (tx) => store.findByAccess(tx, hash), { readOnly: true }),
          facts: undefined,
        };
    const principal =
      !found || hasEnded(found) ? null : facts === undefined ? await principalOf(found) : await withRestrictions(facts);
    if (principal === null) principals.delete(hash);
    else if (before === moved()) {
      const ends = Math.min(found?.accessEndsAt.getTime() ?? 0, found?.endsAt.getTime() ?? 0);
      const longest = Math.min(now.getTime() + longestMs, dayEnds(dayOf(now)).getTime(), ends);
      const until = Math.min(now.getTime() + boundMs, ends);
      principals.set(hash, { principal, at: now.getTime(), until, longest, line, whose: whoseOf(principal) });
    }
    const told = found?.revokedAt ? endedText(found.revokedReason) : undefined;
    if (principal === null) throw new AppError('unauthenticated', told);
    return principal;
  }

  return {
    forget,
    forgetAll,
    principalOf,
    /** Narrows what people may by what is known above roles, as by a plan; asked whenever a principal is read. */
    narrow(by: Narrowing): void {
      narrowed = by;
    },
    /** Moves with every hint that a session may have ended, or its rights changed. */
    heard: () => heard,
    /** Whether a token or ticket is one that we gave, be it over. */
    isGiven: (httpScope: Scope, token: string): Promise<boolean> => isGiven(httpScope, hashOf(token)),
    /** The session of an access token; null where we never gave it, refused where it is over, with what ended it. */
    async authenticate(httpScope: Scope, token: string): Promise<Principal | null> {
      const hash = hashOf(token);
      dropTold();
      const kept = principals.get(hash);
      if (kept && isBelieved(kept)) return kept.principal;
      if (!(await isGiven(httpScope, hash))) return null;
      const joined = underWay.get(hash);
      if (joined?.since === moved()) return joined.found;
      const read = { since: moved(), found: readAnew(httpScope, hash) };
      underWay.set(hash, read);
      try {
        return await read.found;
      } finally {
        if (underWay.get(hash) === read) underWay.delete(hash);
      }
    },
    /** The session of a one-time ticket for exactly this download; null where we never gave it, or took it back already. */
    async takeTicket(httpScope: Scope, ticket: string, target: string): Promise<Principal | null> {
      const now = clock.now();
      const hash = hashOf(ticket);
      if (!(await isGiven(httpScope, hash))) return null;
      const found = await db.scoped(httpScope, (tx) => store.takeTicket(tx, hash, target, now));
      const ended = !found || found.revokedAt !== null || found.endsAt <= now;
      const principal = ended ? null : await principalOf(found);
      if (principal === null) throw new AppError('unauthenticated');
      return principal;
    },
    /** A bearer token in an address is burnt: its session ends (S09). */
    async refuseBearer(httpScope: Scope, token: string): Promise<boolean> {
      const hash = hashOf(token);
      const found =
        (await isGiven(httpScope, hash)) && (await db.scoped(httpScope, (tx) => store.findByAccess(tx, hash)));
      if (!found) return false;
      await db.scoped(httpScope, (tx) =>
        store.revoke(tx, found.tenantId, found.sessionId, clock.now(), 'token in address'),
      );
      forget(found.tenantId, found.sessionId);
      await audit.failed(
        systemScope('token in address', found.tenantId, httpScope),
        'session.refuse',
        'tokenInAddress',
        {
          userId: found.userId,
        },
      );
      return true;
    },
    /** Ends every session inside an enterprise that is no longer worked in (S12). */
    async endWithin(httpScope: Scope, { tenantId, enterpriseId }: { tenantId: string; enterpriseId: string }) {
      const ended = await db.scoped(httpScope, (tx) =>
        store.revokeWithin(tx, tenantId, enterpriseId, clock.now(), 'enterprise closed'),
      );
      for (const id of ended) forget(tenantId, id);
    },
    /** Whether a client program exists, says its secret, and may use the grant. */
    async checkClient(httpScope: Scope, id: string, given: string, grant: string): Promise<boolean> {
      const client = await db.scoped(httpScope, (tx) => store.findClient(tx, id));
      return (
        client !== undefined &&
        !client.revoked &&
        same(client.secret_hash, hashOf(given)) &&
        client.grants.includes(grant)
      );
    },
    /** Notes that a person is at work; false when the session was left alone too long. */
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
    /** Makes the browser's client program known. */
    registerClient: (httpScope: Scope, client: { id: string; secret: string }) =>
      db.scoped(httpScope, (tx) =>
        store.saveClient(tx, {
          id: client.id,
          secret_hash: hashOf(client.secret),
          grants: ['password', 'refresh_token', 'sms_login'],
        }),
      ),
    /** Drops what is over. */
    sweep: (httpScope: Scope) =>
      db.scoped(httpScope, (tx) =>
        store.sweep(tx, clock.now(), later(clock.now(), -limits.signIn.accountWindowSeconds)),
      ),
  };
}

/** The live sessions. */
export type Principals = ReturnType<typeof createPrincipals>;
