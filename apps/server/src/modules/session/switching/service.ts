import { randomBytes } from 'node:crypto';
import { normalisePhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { afterCommit, type Db } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { EnterpriseModule } from '../../enterprise/index.ts';
import type { UserModule } from '../../user/index.ts';
import { hashOf, later } from '../rules.ts';
import { insertSession, insertToken } from '../store.ts';
import { endForNext } from './store.ts';

export interface SwitchDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  users: Pick<UserModule, 'byId' | 'enterprisesOf' | 'rememberEnterprise'>;
  enterprises: Pick<EnterpriseModule, 'names'>;
  forget: (tenantId: string, sessionId: string) => void;
}

const secret = () => randomBytes(32).toString('base64url');
// Every invalid request gets the same answer (S22).
const refused = () => new AppError('denied', '不能切换到该企业');

/** Switches a session to another enterprise of the same person. Needs scopes that also read rows of the HTTP layer. */
export function createSwitching({ db, clock, audit, users, enterprises, forget }: SwitchDeps) {
  /** The person and their enterprises. Uses the system scope, because a staff scope sees only one enterprise. */
  async function reachOf({ tenantId, userId }: Scope) {
    if (userId === null) throw new AppError('unauthenticated');
    return db.scoped(systemScope('switch', tenantId), async (tx) => {
      const user = await users.byId(tx, userId);
      if (!user) throw new AppError('unauthenticated');
      if (user.type !== 'enterprise') return { user, bound: new Map<string, string>() };
      return { user, bound: await enterprises.names(tx, await users.enterprisesOf(tx, userId)) };
    });
  }

  return {
    countShops: async (scope: Scope): Promise<number> =>
      scope.userType === 'enterprise' ? (await reachOf(scope)).bound.size : 0,
    async shops(scope: Scope) {
      const { bound } = await reachOf(scope);
      return [...bound]
        .map(([id, name]) => ({ id, name, current: id === scope.enterpriseId }))
        .sort((left, right) => left.name.localeCompare(right.name, 'zh'));
    },
    async selectShop(scope: Scope, { userId, shopId }: { userId: string; shopId: string }): Promise<null> {
      if (userId !== scope.userId || !(await reachOf(scope)).bound.has(shopId)) throw refused();
      await db.scoped(scope, async (tx) => {
        await users.rememberEnterprise(tx, userId, shopId);
        await audit.record(tx, { call: 'session.selectShop', objectType: 'enterprise', objectId: shopId });
      });
      return null;
    },
    async switchTo(scope: Scope, input: { phone: string; shopId: string; tenantId: string }) {
      const { tenantId, sessionId, address, userAgent } = scope;
      if (sessionId === null) throw new AppError('unauthenticated');
      const { user, bound } = await reachOf(scope);
      const { shopId } = input;
      // A person without a phone sends an empty phone. The session already proves their identity.
      const isTheirs = normalisePhone(input.phone) === (user.phone ?? '');
      if (input.tenantId !== tenantId || !isTheirs || !bound.has(shopId)) throw refused();
      const now = clock.now();
      const id = newId();
      const [token, refresh_token] = [secret(), secret()];
      const ends = later(now, limits.session.accessSeconds);
      await db.scoped(scope, async (tx) => {
        const before = await endForNext(tx, sessionId, now);
        if (!before) throw new AppError('unauthenticated');
        await insertSession(tx, {
          ...before,
          tenant_id: tenantId,
          id,
          user_id: user.id,
          enterprise_id: shopId,
          started_at: now,
          last_seen_at: now,
          address,
          network: networkOf(address),
          user_agent: userAgent,
        });
        await insertToken(tx, {
          tenant_id: tenantId,
          id: newId(),
          session_id: id,
          access_hash: hashOf(token),
          refresh_hash: hashOf(refresh_token),
          issued_at: now,
          access_ends_at: ends < before.ends_at ? ends : before.ends_at,
        });
        await users.rememberEnterprise(tx, user.id, shopId);
        await audit.record(tx, {
          call: 'session.switchTo',
          objectType: 'enterprise',
          objectId: shopId,
          note: bound.get(shopId) ?? '',
        });
        afterCommit(tx, () => forget(tenantId, sessionId));
      });
      return { token, refresh_token, expires_in: limits.session.accessSeconds };
    },
  };
}
