import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignInAnswer, SecondStep, TokenAnswer, UserType } from '@anlan/contract/modules/session/session';
import { formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import type { AuditModule } from '../audit/index.ts';
import type { EnterpriseModule } from '../enterprise/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import type { UserModule } from '../user/index.ts';
import type { Publish } from './live/service.ts';
import { hashOf, later, mayTry } from './rules.ts';
import * as store from './store.ts';

export type LoginMethod = 'password' | 'phone' | 'thirdParty' | 'directory';
const loginMethodNames: Readonly<Record<LoginMethod, string>> = {
  password: '密码',
  phone: '短信验证码',
  thirdParty: '微信扫码',
  directory: '目录账号',
};

const closedText = '店铺已关店，账号暂时不能登录，如有疑问请联系主管单位';
const waitingTexts = {
  pending: '账号正在审核，通过后才能登录，结果会以短信通知您',
  rejected: '您的注册申请没有通过，如有疑问请联系单位的管理员',
};

/** A counted sign-in attempt. The attempt is plain data, so that it can be stored until the second step. */
export interface Try {
  id: string;
  tenantId: string;
  /** Key of the attempt counter. */
  name: string;
  /** Name shown in the log, when it differs from the counter key. */
  shown?: string | undefined;
  network: string;
  call: string;
}

export interface Entering {
  tenantId: string;
  userId: string;
  way: LoginMethod;
  /**
   * State of the credential when it was proven, for example the password's change time; empty for a third-party login.
   */
  proof?: string | undefined;
  wantedType?: UserType | undefined;
  shopId?: string | undefined;
  /** The counted attempt of this sign-in. A success resets the counter of its name. */
  try?: Try | undefined;
  secondStepDone?: boolean | undefined;
}

/** Identifies the current password by the time of its change. A new hash of the same password does not change it. */
export const passwordProof = ({ password_changed_at: at }: { password_changed_at: Date | null }): string =>
  at?.toISOString() ?? '';
/** Identifies the current phone by its blind index, which does not reveal the phone. */
export const phoneProof = ({ phone_index: index }: { phone_index: string | null }): string => index ?? '';

export interface SignInDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenants: TenantModule;
  users: UserModule;
  enterprises: Pick<EnterpriseModule, 'names' | 'noteSignIn'>;
  forget: (tenantId: string, sessionId: string) => void;
  /** Publishes a message to other sessions of the same user. */
  tell: Publish;
  /** Whether attempts are also counted by address. Attempts are always counted by name and network. */
  countAddresses: boolean;
  /** Returns the second step that a person must still complete, or null. */
  secondStep?: ((httpScope: Scope, entering: Entering) => Promise<SecondStep | null>) | undefined;
}

const secret = () => randomBytes(32).toString('base64url');
// Queue in which attempts wait to be counted, one at a time per name and without a database connection. A full queue
// refuses attempts, so that none is left uncounted (S01).
const counting = createFairQueue({ atOnce: 4, longest: 1_000 });

/**
 * Sign-in steps shared by all login methods: they count an attempt before it is checked and turn a proven identity into
 * tokens.
 */
export function createSignInFlow(deps: SignInDeps) {
  const { db, clock, audit, tenants, users, enterprises, forget, tell, countAddresses, secondStep } = deps;
  const tracedFor = (httpScope: Scope, tenantId: string): Scope => ({
    ...systemScope('sign-in', tenantId),
    address: httpScope.address,
    userAgent: httpScope.userAgent,
    requestId: httpScope.requestId,
  });

  /**
   * Delays attempts from unknown networks after failures from many networks. The real user has known networks and
   * notices nothing (S01).
   */
  async function delayUnknownNetwork(httpScope: Scope, attempt: Try, userId: string | undefined) {
    const now = clock.now();
    const { tenantId, name, network } = attempt;
    const stranger = await db.scoped(httpScope, async (tx) => {
      const failures = await store.failuresOf(tx, tenantId, name, later(now, -limits.signIn.accountWindowSeconds));
      if (failures <= limits.signIn.accountFailures) return false;
      return (
        userId === undefined || !(await store.isKnownNetwork(tx, tenantId, userId, network, later(now, -30 * 86_400)))
      );
    });
    if (stranger) await pause(limits.signIn.strangerDelayMs);
  }

  /**
   * Counts an attempt before it is checked, or throws with the seconds to wait. `name` is the text that the user typed.
   * A counter shared by two names would reveal that they belong to one person (S92).
   */
  async function count(
    httpScope: Scope,
    input: Pick<Try, 'tenantId' | 'name' | 'shown' | 'call'> & { userId?: string | undefined },
  ): Promise<Try> {
    const { tenantId, name, shown, call } = input;
    const now = clock.now();
    const network = networkOf(httpScope.address);
    const attempt = { id: newId(), tenantId, name, shown, network, call };
    const row = { tenant_id: tenantId, id: attempt.id, username: name, network, address: httpScope.address, at: now };
    const tries = await counting.take(network, () =>
      db.scoped(httpScope, async (tx) => {
        const counted = await store.countTry(tx, row, later(now, -limits.signIn.windowSeconds));
        if (!mayTry(counted, countAddresses)) await store.forgetTry(tx, tenantId, attempt.id);
        return counted;
      }),
    );
    if (!mayTry(tries, countAddresses)) {
      if (await tenants.isOpen(tenantId))
        await audit.failed(tracedFor(httpScope, tenantId), call, 'tooMany', {
          userName: shown ?? name,
          userId: input.userId,
        });
      throw new AppError('tooMany', undefined, { seconds: limits.signIn.windowSeconds });
    }
    await delayUnknownNetwork(httpScope, attempt, input.userId);
    return attempt;
  }

  /** Logs a failed attempt and throws. By default the error is 426 and gives no reason. */
  async function fail(
    httpScope: Scope,
    attempt: Pick<Try, 'tenantId' | 'name' | 'shown' | 'call'>,
    of: { userId?: string | undefined; error?: AppError } = {},
  ): Promise<never> {
    const { tenantId, name, shown, call } = attempt;
    const error = of.error ?? new AppError('badCredentials');
    if (await tenants.isOpen(tenantId))
      await audit.failed(tracedFor(httpScope, tenantId), call, error.code, {
        userName: shown ?? name,
        userId: of.userId,
      });
    throw error;
  }

  async function currentEnterprise(
    tenantId: string,
    user: { id: string; type: UserType; last_enterprise_id: string | null; shop_id: string | null },
    wanted: string | undefined,
  ) {
    if (user.type === 'shop') return user.shop_id;
    if (user.type !== 'enterprise') return null;
    return db.scoped(systemScope('sign-in', tenantId), async (tx) => {
      const bound = await enterprises.names(tx, await users.enterprisesOf(tx, user.id));
      const first = [...bound].sort(([, a], [, b]) => a.localeCompare(b, 'zh'))[0]?.[0] ?? null;
      if (wanted !== undefined && wanted !== '') return bound.has(wanted) ? wanted : null;
      return user.last_enterprise_id !== null && bound.has(user.last_enterprise_id) ? user.last_enterprise_id : first;
    });
  }

  async function makeRoom(httpScope: Scope, tenantId: string, userId: string) {
    const { liveMax } = limits.session;
    const ended = await db.scoped(httpScope, (tx) => store.endSurplus(tx, tenantId, userId, clock.now(), liveMax));
    for (const { id } of ended) forget(tenantId, id);
  }

  async function issue(
    httpScope: Scope,
    session: { tenantId: string; sessionId: string; userId: string; endsAt: Date },
  ) {
    const now = clock.now();
    const access_token = secret();
    const refresh_token = secret();
    const ends = later(now, limits.session.accessSeconds);
    await db.scoped(httpScope, (tx) =>
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

  /**
   * Whether the proof is still valid. Locks the proof until the session is written, so a concurrent change waits and
   * then ends that session too (S12).
   */
  async function isProofValid(tx: Tx, { userId, way, proof }: Entering, enterpriseId: string | null): Promise<boolean> {
    const now = await users.holdProofs(tx, userId);
    if (now?.lock_flag !== '0') return false;
    if (proof !== undefined && way === 'password' && proof !== passwordProof(now)) return false;
    if (proof !== undefined && way === 'phone' && proof !== phoneProof(now)) return false;
    if (enterpriseId === null || now.shop_id === enterpriseId) return true;
    return (await users.enterprisesOf(tx, userId)).includes(enterpriseId);
  }

  /** Completes a sign-in after the identity is proven: approval, enterprise, second step, session, tokens and log. */
  async function enter(httpScope: Scope, entering: Entering): Promise<SignInAnswer> {
    const { tenantId, userId, way, wantedType, shopId, try: attempt } = entering;
    const system = systemScope('sign-in', tenantId);
    const open = await tenants.isOpen(tenantId);
    const user = open ? await db.scoped(system, (tx) => users.byId(tx, userId)) : undefined;
    const refused = attempt ?? { tenantId, name: user?.username ?? '', call: 'session.signIn' };
    if (!user || user.lock_flag !== '0' || (wantedType !== undefined && wantedType !== user.type))
      return fail(httpScope, refused, { userId: user?.id });
    // Only a person who has proven their identity sees this reason.
    if (user.approval !== 'approved')
      return fail(httpScope, refused, { userId, error: new AppError('badCredentials', waitingTexts[user.approval]) });
    const enterpriseId = await currentEnterprise(tenantId, user, shopId);
    if (user.type === 'enterprise' && enterpriseId === null && (shopId ?? '') !== '')
      return fail(httpScope, refused, { userId });
    if (user.type === 'shop' && enterpriseId !== null) {
      const shop = await db.scoped(system, (tx) => users.shopOf(tx, enterpriseId));
      if (!shop?.isOpen) return fail(httpScope, refused, { userId, error: new AppError('badCredentials', closedText) });
    }
    if (secondStep && entering.secondStepDone !== true) {
      const step = await secondStep(httpScope, entering);
      if (step !== null) return step;
    }
    const now = clock.now();
    const network = networkOf(httpScope.address);
    const session = {
      tenant_id: tenantId,
      id: newId(),
      user_id: userId,
      enterprise_id: enterpriseId,
      client_id: httpScope.clientId ?? '',
      started_at: now,
      ends_at: later(now, limits.session.refreshSeconds),
      last_seen_at: now,
      address: httpScope.address,
      network,
      user_agent: httpScope.userAgent,
    };
    const begun = await db.scoped({ ...systemScope('sign-in', tenantId, httpScope), http: true }, async (tx) => {
      if (!(await isProofValid(tx, entering, enterpriseId))) return false;
      if (attempt) await store.clearTries(tx, tenantId, attempt.name, attempt.network);
      await store.rememberNetwork(tx, { tenant_id: tenantId, user_id: userId, network, seen_at: now });
      await store.insertSession(tx, session);
      return true;
    });
    if (!begun) return fail(httpScope, refused, { userId });
    await makeRoom(httpScope, tenantId, userId);
    const tokens = await issue(httpScope, { tenantId, sessionId: session.id, userId, endsAt: session.ends_at });
    await db.scoped(tracedFor(httpScope, tenantId), async (tx) => {
      if (enterpriseId !== null && user.type === 'enterprise') {
        await users.rememberEnterprise(tx, userId, enterpriseId);
        await enterprises.noteSignIn(tx, await users.enterprisesOf(tx, userId));
      }
      await audit.record(tx, {
        call: 'session.signIn',
        objectType: 'user',
        objectId: userId,
        userId,
        userName: user.nick_name,
        enterpriseId: user.type === 'enterprise' ? enterpriseId : null,
        note: way === 'password' ? undefined : loginMethodNames[way],
      });
      const text = `${formatInstant(now)}，${httpScope.address}。如不是您本人，请立即修改密码`;
      const others = { userIds: [userId], butSession: session.id };
      await tell(tx, others, { type: 'login', data: { title: '您的账号在新设备登录', text } });
    });
    return answerOf(tokens, { tenantId, userId, username: user.username, enterpriseId });
  }

  return { count, fail, enter, issue, answerOf };
}

export type SignInFlow = ReturnType<typeof createSignInFlow>;
