import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PasswordSignIn, TicketPurpose, TokenAnswer, UserType } from '@anlan/contract/domain/session';
import { userType as userTypes } from '@anlan/contract/domain/session';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { verifyPassword } from '#platform/password/index.ts';
import { createTurns } from '#platform/turns/index.ts';
import type { AuditRoom } from '../audit/index.ts';
import type { EnterpriseRoom } from '../enterprise/index.ts';
import type { TenantRoom } from '../tenant/index.ts';
import type { UserRoom } from '../user/index.ts';
import { hashOf, later, mayTry, networkOf, refreshVerdict, same } from './rules.ts';
import type { Standings } from './standing/service.ts';
import * as store from './store.ts';

/** What the room session leans on. */
export interface SessionDeps {
  db: Db;
  clock: Clock;
  audit: AuditRoom;
  tenants: TenantRoom;
  users: UserRoom;
  enterprises: Pick<EnterpriseRoom, 'names' | 'noteSignIn'>;
  standings: Pick<Standings, 'forget' | 'standingOf'>;
  captcha: { on: boolean; newAnswer: () => string; draw: (answer: string) => Uint8Array };
  /** Whether tries are counted by address; by name and network they always are (decisions 19). */
  countAddresses: boolean;
}

const secret = () => randomBytes(32).toString('base64url');
// A picture takes the one thread of the node for a moment: one after the other, networks in turn (S68).
const pictures = createTurns({ atOnce: 1, longest: 64 });
// Tries in one name are counted one after the other: here they wait without a connection, and none waits so long that it goes uncounted (S01).
const counting = createTurns({ atOnce: 4, longest: 1_000 });

/** Ways in and out; every function here runs on the wall's scope. */
export function createSessionService(deps: SessionDeps) {
  const { db, clock, audit, tenants, users, enterprises, standings, captcha, countAddresses } = deps;
  const { forget, standingOf } = standings;

  async function issue(wall: Scope, session: { tenantId: string; sessionId: string; userId: string; endsAt: Date }) {
    const now = clock.now();
    const access_token = secret();
    const refresh_token = secret();
    const ends = later(now, limits.session.accessSeconds);
    await db.scoped(wall, (tx) =>
      store.insertToken(tx, {
        tenant_id: session.tenantId,
        id: newId(),
        session_id: session.sessionId,
        access_hash: hashOf(access_token),
        refresh_hash: hashOf(refresh_token),
        issued_at: now,
        access_ends_at: ends < session.endsAt ? ends : session.endsAt,
      }),
    );
    return { access_token, refresh_token };
  }

  const answerOf = (
    tokens: { access_token: string; refresh_token: string },
    who: { tenantId: string; userId: string; username: string; enterpriseId: string | null },
  ): TokenAnswer => ({
    ...tokens,
    token_type: 'bearer',
    expires_in: limits.session.accessSeconds,
    scope: 'server',
    tenant_id: who.tenantId,
    user_id: who.userId,
    username: who.username,
    shop_id: who.enterpriseId,
  });

  async function checkCaptcha(wall: Scope, randomStr: string | undefined, code: string | undefined) {
    const kept = randomStr ? await db.scoped(wall, (tx) => store.takeCaptcha(tx, randomStr)) : undefined;
    const right = kept !== undefined && kept.ends_at > clock.now() && same(kept.answer_hash, hashOf(code ?? ''));
    if (!right) throw new AppError('badCaptcha');
  }

  async function currentEnterprise(
    tenantId: string,
    user: { id: string; type: UserType; last_enterprise_id: string | null },
    wanted: string | undefined,
  ) {
    if (user.type !== 'enterprise') return null;
    return db.scoped(systemScope('sign-in', tenantId), async (tx) => {
      const bound = await enterprises.names(tx, await users.enterprisesOf(tx, user.id));
      const first = [...bound].sort(([, a], [, b]) => a.localeCompare(b, 'zh'))[0]?.[0] ?? null;
      if (wanted !== undefined && wanted !== '') return bound.has(wanted) ? wanted : null;
      return user.last_enterprise_id !== null && bound.has(user.last_enterprise_id) ? user.last_enterprise_id : first;
    });
  }

  /** Ends the oldest sessions beyond the number a person may have. */
  async function makeRoom(wall: Scope, tenantId: string, userId: string) {
    const { liveMax } = limits.session;
    const ended = await db.scoped(wall, (tx) => store.endSurplus(tx, tenantId, userId, clock.now(), liveMax));
    for (const { id } of ended) forget(tenantId, id);
  }

  /** A name that fails from everywhere is slow for networks it never signed in from; its owner notices nothing (S01). */
  async function slowStranger(
    wall: Scope,
    tenantId: string,
    username: string,
    userId: string | undefined,
    network: string,
  ) {
    const now = clock.now();
    const stranger = await db.scoped(wall, async (tx) => {
      const failures = await store.failuresOf(tx, tenantId, username, later(now, -limits.signIn.accountWindowSeconds));
      if (failures <= limits.signIn.accountFailures) return false;
      return (
        userId === undefined || !(await store.knowsNetwork(tx, tenantId, userId, network, later(now, -30 * 86_400)))
      );
    });
    if (stranger) await pause(limits.signIn.strangerDelayMs);
  }

  async function signIn(wall: Scope, input: PasswordSignIn): Promise<TokenAnswer> {
    const { tenantId, username } = input;
    const now = clock.now();
    const network = networkOf(wall.address);
    if (captcha.on) await checkCaptcha(wall, input.randomStr, input.code);
    const attempt = { tenant_id: tenantId, id: newId(), username, network, address: wall.address, at: now };
    const system = systemScope('sign-in', tenantId);
    const traced: Scope = { ...system, address: wall.address, userAgent: wall.userAgent, requestId: wall.requestId };
    const open = await tenants.isOpen(tenantId);
    const tries = await counting.take(network, () =>
      db.scoped(wall, async (tx) => {
        const counted = await store.countTry(tx, attempt, later(now, -limits.signIn.windowSeconds));
        if (!mayTry(counted, countAddresses)) await store.forgetTry(tx, tenantId, attempt.id);
        return counted;
      }),
    );
    if (!mayTry(tries, countAddresses)) {
      if (open) await audit.failed(traced, 'session.signIn', 'tooMany', { userName: username });
      throw new AppError('tooMany', undefined, { seconds: limits.signIn.windowSeconds });
    }
    const user = open ? await db.scoped(system, (tx) => users.byName(tx, username)) : undefined;
    await slowStranger(wall, tenantId, username, user?.id, network);
    const right = await verifyPassword(user?.password_hash ?? null, input.password, tenantId);
    const wanted = input.userType;
    if (!user || !right || user.lock_flag !== '0' || (wanted !== undefined && wanted !== userTypes[user.type])) {
      if (open)
        await audit.failed(traced, 'session.signIn', 'badCredentials', { userName: username, userId: user?.id });
      throw new AppError('badCredentials');
    }
    const enterpriseId = await currentEnterprise(tenantId, user, input.shopId);
    if (user.type === 'enterprise' && enterpriseId === null && (input.shopId ?? '') !== '')
      throw new AppError('badCredentials');
    const session = {
      tenant_id: tenantId,
      id: newId(),
      user_id: user.id,
      enterprise_id: enterpriseId,
      client_id: wall.clientId ?? '',
      started_at: now,
      ends_at: later(now, limits.session.refreshSeconds),
      last_seen_at: now,
      address: wall.address,
      network,
      user_agent: wall.userAgent,
    };
    await db.scoped(wall, async (tx) => {
      await store.clearTries(tx, tenantId, username, network);
      await store.rememberNetwork(tx, { tenant_id: tenantId, user_id: user.id, network, seen_at: now });
      await store.insertSession(tx, session);
    });
    await makeRoom(wall, tenantId, user.id);
    const tokens = await issue(wall, { tenantId, sessionId: session.id, userId: user.id, endsAt: session.ends_at });
    await db.scoped(traced, async (tx) => {
      if (enterpriseId !== null) {
        await users.rememberEnterprise(tx, user.id, enterpriseId);
        await enterprises.noteSignIn(tx, await users.enterprisesOf(tx, user.id));
      }
      await audit.record(tx, {
        call: 'session.signIn',
        objectType: 'user',
        objectId: user.id,
        userId: user.id,
        userName: user.nick_name,
        enterpriseId,
      });
    });
    return answerOf(tokens, { tenantId, userId: user.id, username: user.username, enterpriseId });
  }

  async function refresh(wall: Scope, { refresh_token }: { refresh_token: string }): Promise<TokenAnswer> {
    const now = clock.now();
    const taken = await db.scoped(wall, async (tx) => {
      const token = await store.takeByRefresh(tx, hashOf(refresh_token));
      if (!token) return null;
      const verdict = refreshVerdict(token, token, now, networkOf(wall.address));
      if (verdict === 'rotate')
        await store.replaceToken(tx, token, now, later(now, limits.session.refreshGraceSeconds));
      if (verdict === 'grace') await store.countGrace(tx, token);
      if (verdict === 'reused') await store.revoke(tx, token.tenantId, token.sessionId, now, 'refresh token reused');
      return { ...token, verdict };
    });
    if (!taken || taken.verdict === 'ended') throw new AppError('unauthenticated');
    const { verdict, ...session } = taken;
    if (verdict === 'wait') throw new AppError('tooMany', undefined, { seconds: 1 });
    forget(session.tenantId, session.sessionId);
    if (verdict === 'reused') {
      await audit.failed(systemScope('refresh', session.tenantId, wall), 'session.refresh', 'reused', {
        userId: session.userId,
      });
      throw new AppError('unauthenticated');
    }
    const standing = await standingOf(session);
    if (!standing) throw new AppError('unauthenticated');
    const tokens = await issue(wall, session);
    const user = await db.scoped(systemScope('refresh', session.tenantId), (tx) => users.byId(tx, session.userId));
    return answerOf(tokens, { ...session, username: user?.username ?? '' });
  }

  return {
    signIn,
    refresh,
    /** Throws unless the picture was read right; a picture is good for one try. */
    checkCaptcha,
    async signOut(scope: Scope): Promise<null> {
      const { sessionId, tenantId } = scope;
      if (sessionId === null) return null;
      await db.scoped(scope, async (tx) => {
        await store.revoke(tx, tenantId, sessionId, clock.now(), 'signed out');
        await audit.record(tx, { call: 'session.signOut', objectType: 'session', objectId: sessionId });
      });
      forget(tenantId, sessionId);
      return null;
    },
    async ticket(
      scope: Scope,
      input: { purpose: TicketPurpose; target?: string | undefined },
      targetOf: (address: string) => string,
    ) {
      if (scope.sessionId === null) throw new AppError('unauthenticated');
      const ticket = secret();
      const row = {
        tenant_id: scope.tenantId,
        hash: hashOf(ticket),
        session_id: scope.sessionId,
        purpose: input.purpose,
        target: input.target === undefined ? null : targetOf(input.target),
        ends_at: later(clock.now(), limits.ticket.seconds),
      };
      await db.scoped(scope, async (tx) => {
        await store.insertTicket(tx, row);
        await audit.record(tx, {
          call: 'session.ticket',
          objectType: 'ticket',
          note: `${input.purpose} ${row.target ?? ''}`.slice(0, 300),
        });
      });
      return { ticket, expiresIn: limits.ticket.seconds };
    },
    async captcha(wall: Scope, { randomStr }: { randomStr: string }) {
      const answer = captcha.newAnswer();
      const row = {
        random_str: randomStr,
        answer_hash: hashOf(answer),
        ends_at: later(clock.now(), limits.captcha.seconds),
      };
      await db.scoped(wall, (tx) => store.insertCaptcha(tx, row));
      return { type: 'image/png', body: await pictures.take(networkOf(wall.address), () => captcha.draw(answer)) };
    },
  };
}
