import { randomBytes } from 'node:crypto';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { networkOf } from '#kernel/ip-network.ts';
import type { Scope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import { verifyPassword } from '#platform/password/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { SignInFlow } from '../sign-in-flow.ts';
import { hashOf, later } from '../rules.ts';
import { clearTries, insertSession, insertToken } from '../store.ts';
import { endAllOf, findSession } from './store.ts';

export interface ReauthenticationDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'failed'>;
  users: Pick<UserModule, 'byId'>;
  signInFlow: Pick<SignInFlow, 'count'>;
  forget: (tenantId: string, sessionId: string) => void;
}

const secret = () => randomBytes(32).toString('base64url');

export function createReauthentication({ db, clock, audit, users, signInFlow, forget }: ReauthenticationDeps) {
  return {
    /** Whether a password is the caller's own; counts as a sign-in attempt (S01). */
    async isOwnPassword(scope: Scope, password: string, call: string): Promise<boolean> {
      const { tenantId, userId } = scope;
      const user = userId === null ? undefined : await db.scoped(scope, (tx) => users.byId(tx, userId));
      if (!user) throw new AppError('unauthenticated');
      const name = user.username;
      const attempt = await signInFlow.count(scope, { tenantId, name, call, userId: user.id });
      const right = await verifyPassword(user.password_hash, password, tenantId);
      if (right) await db.scoped(scope, (tx) => clearTries(tx, tenantId, name, attempt.network));
      else await audit.failed(scope, call, 'badCredentials', { objectType: 'user', objectId: user.id });
      return right;
    },
    /** Ends all sessions of the caller and begins a new one with new tokens, in the caller's transaction (S10). */
    async renew(tx: Tx, reason: string) {
      const { tenantId, userId, sessionId, address, userAgent } = tx.scope;
      if (userId === null || sessionId === null) throw new AppError('unauthenticated');
      const now = clock.now();
      const old = await findSession(tx, sessionId);
      const ended = await endAllOf(tx, { userId, sessionId }, now, reason);
      if (!old || !ended.includes(sessionId)) throw new AppError('unauthenticated');
      const id = newId();
      const [token, refresh_token] = [secret(), secret()];
      await insertSession(tx, {
        ...old,
        tenant_id: tenantId,
        id,
        user_id: userId,
        started_at: now,
        ends_at: later(now, limits.session.refreshSeconds),
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
        access_ends_at: later(now, limits.session.accessSeconds),
      });
      afterCommit(tx, () => ended.forEach((one) => forget(tenantId, one)));
      return { token, refresh_token, expires_in: limits.session.accessSeconds };
    },
  };
}

export type Reauthentication = ReturnType<typeof createReauthentication>;
