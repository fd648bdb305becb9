import { randomBytes } from 'node:crypto';
import type { SignInAnswer, PasswordSignIn, TicketPurpose, TokenAnswer } from '@anlan/contract/modules/session/session';
import { userTypeOf } from '@anlan/contract/modules/session/session';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { hashPassword, isOutdated, verifyPassword } from '#platform/password/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import type { AuditModule } from '../audit/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import type { UserModule } from '../user/index.ts';
import { passwordProof, type SignInFlow } from './sign-in-flow.ts';
import { lockedError } from './lock/rules.ts';
import { hashOf, later, refreshVerdict, same } from './rules.ts';
import type { Principals } from './principal/service.ts';
import * as store from './store.ts';

export interface SessionDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenants: TenantModule;
  users: UserModule;
  signInFlow: SignInFlow;
  principals: Pick<Principals, 'forget' | 'principalOf'>;
  captcha: { on: boolean; newAnswer: () => string; draw: (answer: string) => Uint8Array };
}

const secret = () => randomBytes(32).toString('base64url');
// Drawing a captcha blocks the node's thread briefly. One is drawn at a time, in a queue that is fair between networks
// (S68).
const pictures = createFairQueue({ atOnce: 1, longest: 64 });

export function createSessionService(deps: SessionDeps) {
  const { db, clock, audit, tenants, users, signInFlow, principals, captcha } = deps;
  const { forget, principalOf } = principals;

  async function checkCaptcha(httpScope: Scope, randomStr: string | undefined, code: string | undefined) {
    const captchaRow = randomStr ? await db.scoped(httpScope, (tx) => store.takeCaptcha(tx, randomStr)) : undefined;
    const right =
      captchaRow !== undefined && captchaRow.ends_at > clock.now() && same(captchaRow.answer_hash, hashOf(code ?? ''));
    if (!right) throw new AppError('badCaptcha');
  }

  async function signIn(httpScope: Scope, input: PasswordSignIn): Promise<SignInAnswer> {
    const { tenantId, username } = input;
    if (captcha.on) await checkCaptcha(httpScope, input.randomStr, input.code);
    const system = systemScope('sign-in', tenantId);
    const open = await tenants.isOpen(tenantId);
    const user = open ? await db.scoped(system, (tx) => users.byName(tx, username)) : undefined;
    const attempt = await signInFlow.count(httpScope, {
      tenantId,
      name: username,
      call: 'session.signIn',
      userId: user?.id,
    });
    const right = await verifyPassword(user?.password_hash ?? null, input.password, tenantId);
    if (!user || !right) return signInFlow.fail(httpScope, attempt, { userId: user?.id });
    // An outdated password hash is replaced here, because only here is the plain password available.
    const { id, password_hash: stored } = user;
    if (stored !== null && isOutdated(stored)) {
      const anew = await hashPassword(input.password, tenantId);
      await db.scoped(system, (tx) => users.replaceHash(tx, id, stored, anew));
    }
    const wantedType = userTypeOf(input.userType);
    return signInFlow.enter(httpScope, {
      tenantId,
      userId: id,
      way: 'password',
      proof: passwordProof(user),
      wantedType,
      shopId: input.shopId,
      try: attempt,
    });
  }

  async function refresh(httpScope: Scope, { refresh_token }: { refresh_token: string }): Promise<TokenAnswer> {
    const now = clock.now();
    const tokenResult = await db.scoped(httpScope, async (tx) => {
      const token = await store.takeByRefresh(tx, hashOf(refresh_token));
      if (!token) return null;
      // A refresh does not unlock a locked screen. The token works again after unlocking (S14).
      if (token.lockedAt !== null && token.revokedAt === null) return { ...token, verdict: 'locked' as const };
      const verdict = refreshVerdict(token, token, now, networkOf(httpScope.address));
      if (verdict === 'rotate')
        await store.replaceToken(tx, token, now, later(now, limits.session.refreshGraceSeconds));
      if (verdict === 'grace') await store.countGrace(tx, token);
      if (verdict === 'reused') await store.revoke(tx, token.tenantId, token.sessionId, now, 'refresh token reused');
      return { ...token, verdict };
    });
    if (!tokenResult || tokenResult.verdict === 'ended') throw new AppError('unauthenticated');
    const { verdict, ...session } = tokenResult;
    if (verdict === 'locked') {
      const user = await db.scoped(systemScope('refresh', session.tenantId), (tx) => users.byId(tx, session.userId));
      throw lockedError({ userName: user?.nick_name ?? '', lockedAt: session.lockedAt });
    }
    if (verdict === 'wait') throw new AppError('tooMany', undefined, { seconds: 1 });
    forget(session.tenantId, session.sessionId);
    if (verdict === 'reused') {
      await audit.failed(systemScope('refresh', session.tenantId, httpScope), 'session.refresh', 'reused', {
        userId: session.userId,
      });
      throw new AppError('unauthenticated');
    }
    const principal = await principalOf(session);
    if (!principal) throw new AppError('unauthenticated');
    const tokens = await signInFlow.issue(httpScope, session);
    const user = await db.scoped(systemScope('refresh', session.tenantId), (tx) => users.byId(tx, session.userId));
    return signInFlow.answerOf(tokens, { ...session, username: user?.username ?? '' });
  }

  return {
    signIn,
    refresh,
    /** Throws unless the captcha answer is correct. Each captcha allows one attempt. */
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
    async captcha(httpScope: Scope, { randomStr }: { randomStr: string }) {
      const answer = captcha.newAnswer();
      const row = {
        random_str: randomStr,
        answer_hash: hashOf(answer),
        ends_at: later(clock.now(), limits.captcha.seconds),
      };
      await db.scoped(httpScope, (tx) => store.insertCaptcha(tx, row));
      return { type: 'image/png', body: await pictures.take(networkOf(httpScope.address), () => captcha.draw(answer)) };
    },
  };
}
