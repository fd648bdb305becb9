import { randomBytes } from 'node:crypto';
import type { SignInAnswer } from '@anlan/contract/modules/session/session';
import { cleanText } from '@anlan/contract/domain/fields';
import { limits } from '@anlan/contract/limits';
import type {
  Identities,
  IdentityProvider,
  OauthBind,
  OauthSignIn,
  OauthStartAnswer,
  UnboundIdentity,
} from '@anlan/contract/modules/session/oauth';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { OauthVendor, VendorIdentity } from '#platform/wxopen/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { SignInFlow } from '../sign-in-flow.ts';
import { hashOf, later, same } from '../rules.ts';
import { forgetTry } from '../store.ts';
import * as store from './store.ts';
import type { OauthTables } from './tables.ts';

export interface OauthDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenants: TenantModule;
  signInFlow: SignInFlow;
  vendor: OauthVendor | null;
  /** Throws unless the person entered their password recently in this session. */
  confirmed: (scope: Scope) => Promise<void>;
  report: (what: string, error: unknown) => void;
}

export type ProvenIdentity = store.IdentityKey & { label: string | null };

const secret = () => randomBytes(32).toString('base64url');
const names: Readonly<Record<IdentityProvider, string>> = { wechat: '微信', directory: '目录账号' };
interface StateOwner {
  purpose: OauthTables['oauth_state']['purpose'];
  userId: string | null;
}
const ownerOfState = (userId: string | null): StateOwner => ({ purpose: userId === null ? 'login' : 'bind', userId });
const stale = () => new AppError('invalid', '扫码登录已失效，请重新扫码');

/**
 * Sign-in with an OAuth vendor. If the proven identity has no account, the person needs a password to bind it to one.
 */
export function createOauth({ db, clock, audit, tenants, signInFlow, vendor, confirmed, report }: OauthDeps) {
  const offered = (): OauthVendor => {
    if (vendor === null) throw new AppError('invalid', '没有开通微信登录，请使用其他方式登录');
    return vendor;
  };
  const markOf = (scope: Scope): string => {
    if (scope.browser === null) throw stale();
    return hashOf(scope.browser);
  };

  const issueState = (tx: Tx, tenantId: string, state: string, owner: StateOwner) =>
    store.insertState(tx, {
      tenant_id: tenantId,
      hash: hashOf(state),
      purpose: owner.purpose,
      user_id: owner.userId,
      browser_hash: markOf(tx.scope),
      ends_at: later(clock.now(), limits.third.stateSeconds),
    });

  async function begin(scope: Scope, tenantId: string, userId: string | null): Promise<OauthStartAnswer> {
    const { pageOf } = offered();
    const state = secret();
    await db.scoped(scope, async (tx) => {
      await issueState(tx, tenantId, state, ownerOfState(userId));
      if (userId !== null)
        await audit.record(tx, { call: 'session.thirdBindStart', objectType: 'user', objectId: userId });
    });
    return { url: pageOf(state), state };
  }

  /**
   * Checks and consumes the OAuth state: it must come from this browser, purpose and tenant, be recent, and be unused
   * (S15).
   */
  async function consumeState(scope: Scope, tenantId: string, state: string, { purpose, userId }: StateOwner) {
    const browser = markOf(scope);
    const oauthState = await db.scoped(scope, (tx) => store.takeState(tx, tenantId, hashOf(state)));
    const right =
      oauthState !== undefined &&
      oauthState.ends_at > clock.now() &&
      oauthState.purpose === purpose &&
      oauthState.user_id === userId &&
      same(oauthState.browser_hash, browser);
    if (!right) throw stale();
  }

  async function identify(code: string): Promise<VendorIdentity> {
    const identity = await offered()
      .identify(code)
      .catch((error: unknown) => {
        report('wechat sign-in', error);
        throw new AppError('unavailable', '微信登录暂时无法使用，请稍后再试，或使用其他方式登录');
      });
    if (identity === null) throw stale();
    return identity;
  }
  const provenBy = ({ provider, appId }: OauthVendor, { subject, label }: VendorIdentity): ProvenIdentity => ({
    provider,
    app_id: appId,
    subject,
    label: label === null ? null : cleanText(label).slice(0, 64) || null,
  });

  /**
   * Throws 417 for a proven identity without an account, with a ticket to bind it. `led` suggests an account. The
   * person must still enter the password of that account or an SMS code.
   */
  async function refuseUnbound(
    httpScope: Scope,
    tenantId: string,
    proven: ProvenIdentity,
    led: { userId: string | null } | null = null,
  ): Promise<never> {
    const { provider, label } = proven;
    const bindTicket = secret();
    if (httpScope.browser === null) throw new AppError('unbound');
    const place = { tenant_id: tenantId, hash: hashOf(bindTicket), browser_hash: hashOf(httpScope.browser) };
    const row = { ...proven, ...place, user_id: led?.userId ?? null };
    const ends = later(clock.now(), limits.third.ticketSeconds);
    await db.scoped(httpScope, (tx) => store.insertTicket(tx, { ...row, ends_at: ends }));
    const data: UnboundIdentity = { bindTicket, provider, label, provable: led !== null };
    throw new AppError('unbound', undefined, data);
  }

  async function ownerOf(tenantId: string, proven: ProvenIdentity): Promise<string | null> {
    return db.scoped(systemScope('sign-in', tenantId), async (tx) => {
      const boundIdentity = await store.findIdentity(tx, proven);
      if (!boundIdentity) return null;
      await store.touchIdentity(tx, boundIdentity.id, clock.now());
      return boundIdentity.user_id;
    });
  }

  async function bindTo(scope: Scope, userId: string, { label, ...key }: ProvenIdentity): Promise<null> {
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

  /**
   * Throws unless the person signed in or entered their password within the last ten minutes, because binding gives
   * permanent access (S15).
   */
  async function requireRecentPassword(scope: Scope) {
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
    unbound: refuseUnbound,
    ownerOf,
    offered: vendor !== null,
    async thirdStart(httpScope: Scope, { tenantId }: { tenantId: string }): Promise<OauthStartAnswer> {
      if (!(await tenants.isOpen(tenantId))) throw new AppError('invalid', '请选择单位');
      return begin(httpScope, tenantId, null);
    },
    async thirdSignIn(httpScope: Scope, { thirdparty, unionId, shopId }: OauthSignIn): Promise<SignInAnswer> {
      const { state, code, tenantId } = thirdparty;
      const activeVendor = offered();
      // Attempts are counted by browser and address, so that other users of the same network are not locked out. The
      // OAuth code has 256 bits and cannot be guessed.
      const name = `wechat:${markOf(httpScope).slice(0, 16)}`;
      const attempt = await signInFlow.count(httpScope, { tenantId, name, call: 'session.thirdSignIn' });
      const forgive = () => db.scoped(httpScope, (tx) => forgetTry(tx, tenantId, attempt.id));
      const person = await consumeState(httpScope, tenantId, state, ownerOfState(null))
        .then(() => identify(code))
        .catch(async (error: unknown) => {
          // When the vendor fails, the attempt does not count as a failed sign-in.
          if (error instanceof AppError && error.code === 'unavailable') await forgive();
          return signInFlow.fail(httpScope, attempt, error instanceof AppError ? { error } : {});
        });
      if ((unionId ?? '') !== '' && unionId !== person.unionId)
        return signInFlow.fail(httpScope, attempt, { error: stale() });
      const proven = provenBy(activeVendor, person);
      const userId = await ownerOf(tenantId, proven);
      if (userId === null) {
        await forgive();
        return refuseUnbound(httpScope, tenantId, proven);
      }
      return signInFlow.enter(httpScope, { tenantId, userId, way: 'thirdParty', shopId, try: attempt });
    },
    async thirdBindStart(scope: Scope): Promise<OauthStartAnswer> {
      const userId = personOf(scope);
      await requireRecentPassword(scope);
      return begin(scope, scope.tenantId, userId);
    },
    async thirdBind(scope: Scope, { bindTicket, state, code }: OauthBind): Promise<null> {
      const userId = personOf(scope);
      const { tenantId } = scope;
      await requireRecentPassword(scope);
      if (bindTicket === undefined) {
        await consumeState(scope, tenantId, state ?? '', ownerOfState(userId));
        const activeVendor = offered();
        return bindTo(scope, userId, provenBy(activeVendor, await identify(code ?? '')));
      }
      const browser = markOf(scope);
      const ticketRow = await db.scoped(scope, (tx) => store.takeTicket(tx, tenantId, hashOf(bindTicket)));
      if (!ticketRow || ticketRow.ends_at <= clock.now() || !same(ticketRow.browser_hash, browser))
        throw new AppError('invalid', '绑定已失效，请重新扫码');
      const { provider, app_id, subject, label } = ticketRow;
      return bindTo(scope, userId, { provider, app_id, subject, label });
    },
    async thirdUnbind(scope: Scope, { id }: { id: string }): Promise<null> {
      const userId = personOf(scope);
      await requireRecentPassword(scope);
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
    freeAll: store.deleteIdentities,
    /** States of the OAuth of a public account, with which a person pays in the browser of WeChat. */
    payerStates: {
      async issue(scope: Scope): Promise<string> {
        const state = secret();
        const owner: StateOwner = { purpose: 'pay', userId: personOf(scope) };
        // OAuth states are rows of the HTTP layer.
        await db.scoped({ ...scope, http: true }, (tx) => issueState(tx, scope.tenantId, state, owner));
        return state;
      },
      consume: (scope: Scope, state: string) =>
        consumeState({ ...scope, http: true }, scope.tenantId, state, {
          purpose: 'pay',
          userId: personOf(scope),
        }).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          throw new AppError('invalid', '微信授权已失效，请重新点“微信支付”');
        }),
    },
    sweepOauth: (httpScope: Scope) => db.scoped(httpScope, (tx) => store.sweep(tx, clock.now())),
  };
}

export type Oauth = ReturnType<typeof createOauth>;
