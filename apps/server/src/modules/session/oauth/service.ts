import { randomBytes } from 'node:crypto';
import type { SignInAnswer } from '@anlan/contract/modules/session/session';
import { cleanText } from '@anlan/contract/domain/fields';
import { limits } from '@anlan/contract/limits';
import type {
  Identities,
  IdentityProvider,
  OauthBind,
  OauthSignIn,
  OauthStarted,
  Unbound,
} from '@anlan/contract/modules/session/oauth';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { OauthVendor, VendorIdentity } from '#platform/wxopen/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { SignInFlow } from '../sign-in-flow.ts';
import { hashOf, later, same } from '../rules.ts';
import { forgetTry } from '../store.ts';
import * as store from './store.ts';

/** What signing in by somebody else's word depends on. */
export interface OauthDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenants: TenantModule;
  signInFlow: SignInFlow;
  /** The vendor that is set up; null where none is. */
  vendor: OauthVendor | null;
  /** Throws unless the person of a session gave their password again a moment ago. */
  confirmed: (scope: Scope) => Promise<void>;
  /** Hears what a vendor did wrong. */
  report: (what: string, error: unknown) => void;
}

/** A proven identity. */
export type Proven = store.IdentityKey & { label: string | null };

const secret = () => randomBytes(32).toString('base64url');
const names: Readonly<Record<IdentityProvider, string>> = { wechat: '微信', directory: '目录账号' };
const stale = () => new AppError('invalid', '扫码登录已失效，请重新扫码');

/** Signing in by a third party's word; what is proven but unbound waits for a password. */
export function createOauth({ db, clock, audit, tenants, signInFlow, vendor, confirmed, report }: OauthDeps) {
  const offered = (): OauthVendor => {
    if (vendor === null) throw new AppError('invalid', '没有开通微信登录，请使用其他方式登录');
    return vendor;
  };
  const markOf = (scope: Scope): string => {
    if (scope.browser === null) throw stale();
    return hashOf(scope.browser);
  };

  async function begin(scope: Scope, tenantId: string, userId: string | null): Promise<OauthStarted> {
    const { pageOf } = offered();
    const state = secret();
    await db.scoped(scope, async (tx) => {
      await store.insertState(tx, {
        tenant_id: tenantId,
        hash: hashOf(state),
        purpose: userId === null ? 'login' : 'bind',
        user_id: userId,
        browser_hash: markOf(scope),
        ends_at: later(clock.now(), limits.third.stateSeconds),
      });
      if (userId !== null)
        await audit.record(tx, { call: 'session.thirdBindStart', objectType: 'user', objectId: userId });
    });
    return { url: pageOf(state), state };
  }

  /** The trip must be one that this browser began, for this, in this tenant, not long ago, and not back yet (S15). */
  async function comeBack(scope: Scope, tenantId: string, state: string, userId: string | null) {
    const browser = markOf(scope);
    const oauthState = await db.scoped(scope, (tx) => store.takeState(tx, tenantId, hashOf(state)));
    const right =
      oauthState !== undefined &&
      oauthState.ends_at > clock.now() &&
      oauthState.purpose === (userId === null ? 'login' : 'bind') &&
      oauthState.user_id === userId &&
      same(oauthState.browser_hash, browser);
    if (!right) throw stale();
  }

  async function identify(code: string): Promise<VendorIdentity> {
    const found = await offered()
      .identify(code)
      .catch((error: unknown) => {
        report('wechat sign-in', error);
        throw new AppError('unavailable', '微信登录暂时无法使用，请稍后再试，或使用其他方式登录');
      });
    if (found === null) throw stale();
    return found;
  }
  const provenBy = ({ provider, appId }: OauthVendor, { subject, label }: VendorIdentity): Proven => ({
    provider,
    app_id: appId,
    subject,
    label: label === null ? null : cleanText(label).slice(0, 64) || null,
  });

  /**
   * What is proven but belongs to nobody: 417, with what binds it after a password. `led` where it may lead to an account,
   * whose password or code is asked for then.
   */
  async function unbound(
    httpScope: Scope,
    tenantId: string,
    proven: Proven,
    led: { userId: string | null } | null = null,
  ): Promise<never> {
    const { provider, label } = proven;
    const bindTicket = secret();
    if (httpScope.browser === null) throw new AppError('unbound');
    const place = { tenant_id: tenantId, hash: hashOf(bindTicket), browser_hash: hashOf(httpScope.browser) };
    const row = { ...proven, ...place, user_id: led?.userId ?? null };
    const ends = later(clock.now(), limits.third.ticketSeconds);
    await db.scoped(httpScope, (tx) => store.insertTicket(tx, { ...row, ends_at: ends }));
    const data: Unbound = { bindTicket, provider, label, provable: led !== null };
    throw new AppError('unbound', undefined, data);
  }

  async function ownerOf(tenantId: string, proven: Proven): Promise<string | null> {
    return db.scoped(systemScope('sign-in', tenantId), async (tx) => {
      const found = await store.findIdentity(tx, proven);
      if (!found) return null;
      await store.touchIdentity(tx, found.id, clock.now());
      return found.user_id;
    });
  }

  async function bindTo(scope: Scope, userId: string, { label, ...key }: Proven): Promise<null> {
    const what = names[key.provider];
    await db.scoped(scope, async (tx) => {
      const id = newId();
      const row = { ...key, id, user_id: userId, label, bound_at: clock.now() };
      if (!(await store.insertIdentity(tx, row))) {
        const standing = await store.findIdentity(tx, key);
        if (standing?.user_id === userId) return;
        throw new AppError('invalid', standing ? `该${what}已绑定其他账号` : `您已绑定其他${what}，请先解除绑定`);
      }
      const note = `${what} ${label ?? ''}`.trim();
      await audit.record(tx, { call: 'session.thirdBind', objectType: 'user', objectId: userId, userId, note });
    });
    return null;
  }

  /** What is bound opens the account for good: it takes a sign-in or a password of the last ten minutes (S15). */
  async function demandPassword(scope: Scope) {
    const { sessionId } = scope;
    const since = later(clock.now(), -limits.third.passwordSeconds);
    if (sessionId !== null && (await db.scoped(scope, (tx) => store.beganSince(tx, sessionId, since)))) return;
    await confirmed(scope);
  }

  const personOf = (scope: Scope): string => {
    if (scope.userId === null) throw new AppError('unauthenticated');
    return scope.userId;
  };

  return {
    unbound,
    ownerOf,
    /** Whether a vendor is set up. */
    offered: vendor !== null,
    async thirdStart(httpScope: Scope, { tenantId }: { tenantId: string }): Promise<OauthStarted> {
      if (!(await tenants.isOpen(tenantId))) throw new AppError('invalid', '请选择单位');
      return begin(httpScope, tenantId, null);
    },
    async thirdSignIn(httpScope: Scope, { thirdparty, unionId, shopId }: OauthSignIn): Promise<SignInAnswer> {
      const { state, code, tenantId } = thirdparty;
      const known = offered();
      // Nobody guesses 256 bits: what is counted is one browser, and its address, so that no neighbour is locked out.
      const name = `wechat:${markOf(httpScope).slice(0, 16)}`;
      const attempt = await signInFlow.count(httpScope, { tenantId, name, call: 'session.thirdSignIn' });
      const forgive = () => db.scoped(httpScope, (tx) => forgetTry(tx, tenantId, attempt.id));
      const person = await comeBack(httpScope, tenantId, state, null)
        .then(() => identify(code))
        .catch(async (error: unknown) => {
          // A vendor that is down is nobody's try.
          if (error instanceof AppError && error.code === 'unavailable') await forgive();
          return signInFlow.fail(httpScope, attempt, error instanceof AppError ? { error } : {});
        });
      if ((unionId ?? '') !== '' && unionId !== person.unionId)
        return signInFlow.fail(httpScope, attempt, { error: stale() });
      const proven = provenBy(known, person);
      const userId = await ownerOf(tenantId, proven);
      if (userId === null) {
        await forgive();
        return unbound(httpScope, tenantId, proven);
      }
      return signInFlow.enter(httpScope, { tenantId, userId, way: 'thirdParty', shopId, try: attempt });
    },
    async thirdBindStart(scope: Scope): Promise<OauthStarted> {
      const userId = personOf(scope);
      await demandPassword(scope);
      return begin(scope, scope.tenantId, userId);
    },
    async thirdBind(scope: Scope, { bindTicket, state, code }: OauthBind): Promise<null> {
      const userId = personOf(scope);
      const { tenantId } = scope;
      await demandPassword(scope);
      if (bindTicket === undefined) {
        await comeBack(scope, tenantId, state ?? '', userId);
        const known = offered();
        return bindTo(scope, userId, provenBy(known, await identify(code ?? '')));
      }
      const browser = markOf(scope);
      const taken = await db.scoped(scope, (tx) => store.takeTicket(tx, tenantId, hashOf(bindTicket)));
      if (!taken || taken.ends_at <= clock.now() || !same(taken.browser_hash, browser))
        throw new AppError('invalid', '绑定已失效，请重新扫码');
      const { provider, app_id, subject, label } = taken;
      return bindTo(scope, userId, { provider, app_id, subject, label });
    },
    async thirdUnbind(scope: Scope, { id }: { id: string }): Promise<null> {
      const userId = personOf(scope);
      await demandPassword(scope);
      return db.scoped(scope, async (tx) => {
        const gone = await store.deleteIdentity(tx, userId, id);
        if (!gone) throw new AppError('notFound');
        const note = `${names[gone.provider]} ${gone.label ?? ''}`.trim();
        await audit.record(tx, { call: 'session.thirdUnbind', objectType: 'user', objectId: userId, note });
        return null;
      });
    },
    thirdParties: (scope: Scope): Promise<Identities> =>
      db.scoped(scope, async (tx) => ({
        bound: await store.identitiesOf(tx, personOf(scope)),
        wechat: vendor !== null,
      })),
    /** Frees whatever outside identities a person of the transaction's tenant holds. */
    freeAll: store.deleteIdentities,
    sweepOauth: (httpScope: Scope) => db.scoped(httpScope, (tx) => store.sweep(tx, clock.now())),
  };
}

/** Signing in by a third party's word. */
export type Oauth = ReturnType<typeof createOauth>;
