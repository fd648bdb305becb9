import { randomBytes } from 'node:crypto';
import type { Enrolment, FactorState } from '@anlan/contract/modules/session/second-factor';
import type { SignInAnswer, SecondStep, TokenAnswer, UserType } from '@anlan/contract/modules/session/session';
import { limits } from '@anlan/contract/limits';
import * as z from 'zod/mini';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { Entering } from '../sign-in-flow.ts';
import { hashOf, later } from '../rules.ts';
import { grouped, needsFactor, newRecoveryCodes, newSecret, recoveryHash, stepOf, uriOf } from './rules.ts';
import * as store from './store.ts';

export interface FactorDeps {
  db: Db;
  clock: Clock;
  vault: Pick<Vault, 'of'>;
  audit: Pick<AuditModule, 'record' | 'failed'>;
  users: Pick<UserModule, 'byId'>;
  tenants: Pick<TenantModule, 'isMlps3'>;
  provePassword: (scope: Scope, password: string, call: string) => Promise<void>;
  enter: (httpScope: Scope, entering: Entering) => Promise<SignInAnswer>;
  forgetAll: (tenantId: string, userId: string) => void;
  createHttpScope: (reason: string) => Scope;
  /** Whether the operator requires a second factor from administrators. */
  demanded: boolean;
  issuer: string;
}

interface Demanded {
  userType: UserType | null;
  permits: Iterable<string>;
  mlps3: boolean;
}

const table = 'second_factor';
const waiting = z.object({
  tenantId: z.string(),
  userId: z.string(),
  way: z.enum(['password', 'phone', 'thirdParty', 'directory']),
  proof: z.optional(z.string()),
  wantedType: z.optional(z.enum(['regulator', 'enterprise', 'shop', 'platform'])),
  shopId: z.optional(z.string()),
  try: z.optional(
    z.object({
      id: z.string(),
      tenantId: z.string(),
      name: z.string(),
      shown: z.optional(z.string()),
      network: z.string(),
      call: z.string(),
    }),
  ),
});
const { ticketSeconds, ticketTries, windowSeconds, windowTries, pendingSeconds } = limits.secondFactor;
const wrongCode = '验证码错误,请重新输入';
const tooLate = () => invalid({ field: 'code', msg: '绑定已过期，请重新开始' });
const expired = () => new AppError('badCredentials', '验证已失效，请重新登录', { expired: true });

/** The second factor (S04). Scopes of signed-in people must also read rows of the HTTP layer. */
export function createSecondFactor(deps: FactorDeps) {
  const {
    db,
    clock,
    vault,
    audit,
    users,
    tenants,
    provePassword,
    enter,
    forgetAll,
    createHttpScope,
    demanded,
    issuer,
  } = deps;
  const placed = (column: 'secret' | 'pending', id: string) => ({ table, column, id });
  // A tenant with level-three protection requires a second factor from all its users, whatever the server's setting.
  const isRequired = ({ userType, permits, mlps3 }: Demanded) => mlps3 || (demanded && needsFactor(userType, permits));
  const mine = (scope: Scope): store.FactorOwner => {
    if (scope.userId === null) throw new AppError('unauthenticated');
    return { tenantId: scope.tenantId, userId: scope.userId };
  };

  /** Replaces the recovery codes. `belongs` runs in the same transaction. */
  async function freshRecovery(scope: Scope, call: string, belongs: (tx: Tx) => Promise<void>) {
    const whose = mine(scope);
    const codes = newRecoveryCodes(limits.secondFactor.recoveryCodes);
    await db.scoped(scope, async (tx) => {
      await belongs(tx);
      await store.replaceRecovery(
        tx,
        whose,
        codes.map((code) => recoveryHash(whose.tenantId, whose.userId, code)),
      );
      await audit.record(tx, { call, objectType: 'user', objectId: whose.userId });
    });
    return { recoveryCodes: codes.map(grouped) };
  }

  /** Consumes a second-factor code if it is correct. Every attempt is counted before the comparison. */
  async function takeCode(httpScope: Scope, whose: store.FactorOwner, code: string): Promise<boolean> {
    const now = clock.now();
    const tried = await db.scoped(httpScope, (tx) =>
      store.countTry(tx, whose, now, later(now, -windowSeconds), windowTries),
    );
    if (!tried?.secret) throw new AppError('tooMany', undefined, { seconds: windowSeconds });
    const { secret } = tried;
    if (code.length !== 6) {
      const hash = recoveryHash(whose.tenantId, whose.userId, code);
      return db.scoped(httpScope, (tx) => store.takeRecovery(tx, whose, hash, now));
    }
    const opened = (await vault.of({ scope: whose })).open(placed('secret', whose.userId), secret);
    const step = stepOf(opened, code, now);
    return step !== null && db.scoped(httpScope, (tx) => store.takeStep(tx, whose, step));
  }

  return {
    async lacksFactor(person: store.FactorOwner & Demanded) {
      if (!isRequired(person)) return false;
      return !(await db.scoped(createHttpScope('second factor'), (tx) => store.isEnabled(tx, person)));
    },
    factorState: (scope: Scope): Promise<FactorState> =>
      db.scoped(scope, async (tx) => ({
        enabled: await store.isEnabled(tx, mine(scope)),
        required: isRequired({ ...scope, mlps3: await tenants.isMlps3(tx) }),
        recoveryLeft: await store.countRecovery(tx, mine(scope)),
      })),
    async factorEnrol(scope: Scope, { password }: { password: string }): Promise<Enrolment> {
      const whose = mine(scope);
      await provePassword(scope, password, 'session.factorEnrol');
      const secret = newSecret();
      const encrypted = (await vault.of({ scope })).encrypt(placed('pending', whose.userId), secret);
      const account = await db.scoped(scope, async (tx) => {
        await store.savePending(tx, whose, encrypted, clock.now());
        await audit.record(tx, { call: 'session.factorEnrol', objectType: 'user', objectId: whose.userId });
        return (await users.byId(tx, whose.userId))?.username ?? '';
      });
      return { secret, uri: uriOf(secret, account, issuer) };
    },
    async factorConfirm(scope: Scope, { code }: { code: string }) {
      const whose = mine(scope);
      const now = clock.now();
      const row = await db.scoped(scope, (tx) => store.find(tx, whose));
      if (!row?.pending || !row.pending_at || later(row.pending_at, pendingSeconds) < now) throw tooLate();
      const tenantVault = await vault.of({ scope });
      const secret = tenantVault.open(placed('pending', whose.userId), row.pending);
      const step = stepOf(secret, code, now);
      if (step === null) throw invalid({ field: 'code', msg: wrongCode });
      const encrypted = tenantVault.encrypt(placed('secret', whose.userId), secret);
      const { pending } = row;
      const made = await freshRecovery(scope, 'session.factorConfirm', async (tx) => {
        if (!(await store.enable(tx, whose, pending, encrypted, step, now))) throw tooLate();
      });
      forgetAll(whose.tenantId, whose.userId);
      return made;
    },
    async factorRecovery(scope: Scope, { password }: { password: string }) {
      await provePassword(scope, password, 'session.factorRecovery');
      return freshRecovery(scope, 'session.factorRecovery', async (tx) => {
        if (!(await store.isEnabled(tx, mine(scope)))) throw invalid({ field: 'password', msg: '尚未启用两步验证' });
      });
    },
    async factorRemove(scope: Scope, { password }: { password: string }): Promise<null> {
      const whose = mine(scope);
      const mlps3 = await db.read(scope, (tx) => tenants.isMlps3(tx));
      if (isRequired({ ...scope, mlps3 })) throw new AppError('denied', '您的账号必须使用两步验证，不能关闭');
      await provePassword(scope, password, 'session.factorRemove');
      await db.scoped(scope, async (tx) => {
        await store.remove(tx, whose);
        await audit.record(tx, { call: 'session.factorRemove', objectType: 'user', objectId: whose.userId });
      });
      return null;
    },
    /** The second step that a person must complete before they get tokens; null when none is needed. */
    async stepFor(httpScope: Scope, { secondStepDone: _, ...entering }: Entering): Promise<SecondStep | null> {
      const { tenantId, userId } = entering;
      const ticket = randomBytes(32).toString('base64url');
      return db.scoped(httpScope, async (tx) => {
        if (!(await store.isEnabled(tx, { tenantId, userId }))) return null;
        await store.insertStep(tx, {
          tenant_id: tenantId,
          hash: hashOf(ticket),
          user_id: userId,
          entering: JSON.stringify(entering),
          ends_at: later(clock.now(), ticketSeconds),
        });
        return { mfa: true, ticket };
      });
    },
    async secondStep(httpScope: Scope, { ticket, code }: { ticket: string; code: string }): Promise<TokenAnswer> {
      const hash = hashOf(ticket);
      const tried = await db.scoped(httpScope, (tx) => store.tryStep(tx, hash, clock.now(), ticketTries));
      if (!tried) throw expired();
      const whose = { tenantId: tried.tenant_id, userId: tried.user_id };
      if (!(await takeCode(httpScope, whose, code))) {
        const traced = systemScope('second step', whose.tenantId, httpScope);
        await audit.failed(traced, 'session.secondStep', 'wrongCode', { userId: whose.userId });
        throw tried.tries < ticketTries ? new AppError('badCredentials', wrongCode) : expired();
      }
      if (!(await db.scoped(httpScope, (tx) => store.takeTicket(tx, hash)))) throw expired();
      const answer = await enter(httpScope, { ...z.parse(waiting, tried.entering), secondStepDone: true });
      if ('mfa' in answer) throw expired();
      return answer;
    },
    /** Throws unless the code belongs to the caller's own second factor, which they must have (S50). */
    async proveFactor(scope: Scope, code: string): Promise<void> {
      // Platform staff inside a tenant use the second factor of their own tenant.
      const whose = { ...mine(scope), tenantId: scope.impersonatedFrom ?? scope.tenantId };
      const httpScope = createHttpScope('second factor');
      if (!(await db.scoped(httpScope, (tx) => store.isEnabled(tx, whose))))
        throw invalid({ field: 'code', msg: '请先在个人信息中启用两步验证' });
      if (await takeCode(httpScope, whose, code.replaceAll(/[\s-]/g, ''))) return;
      await audit.failed(scope, 'session.secondStep', 'wrongCode', { userId: whose.userId });
      throw invalid({ field: 'code', msg: wrongCode });
    },
    /** Removes a person's second factor. Needs a transaction with the HTTP scope; returns false when there was none. */
    removeFactor: store.remove,
    sweepSteps: (httpScope: Scope) => db.scoped(httpScope, (tx) => store.sweep(tx, clock.now())),
  };
}
