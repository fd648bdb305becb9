import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { hashPassword, verifyPassword } from '#platform/password/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import { endedText } from '../rules.ts';
import { revoke } from '../store.ts';
import * as store from './store.ts';

export interface LockDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record' | 'failed'>;
  forget: (tenantId: string, sessionId: string) => void;
  /** Throws unless the person entered their password recently in this session. */
  confirmed: (scope: Scope) => Promise<void>;
}

const revokedReason = 'wrong lock word';

/**
 * The screen lock (S14). The guard reads the lock with the session. The functions of the lock need scopes that see
 * rows of the HTTP layer.
 */
export function createLock({ db, clock, audit, forget, confirmed }: LockDeps) {
  const mine = ({ userId, sessionId, tenantId }: Scope) => {
    if (userId === null || sessionId === null) throw new AppError('unauthenticated');
    return { userId, sessionId, tenantId };
  };

  return {
    async lock(scope: Scope, input: { password?: string | undefined; set?: boolean | undefined }): Promise<null> {
      const { userId, sessionId, tenantId } = mine(scope);
      const { password, set } = input;
      const storedHash = await db.scoped(scope, (tx) => store.wordOf(tx, userId));
      let hash: string | null = null;
      if (storedHash === undefined || set === true) {
        if (password === undefined) throw invalid({ field: 'password', msg: '锁屏密码不能为空' });
        if (storedHash !== undefined) await confirmed(scope);
        hash = await hashPassword(password, tenantId);
      }
      const now = clock.now();
      await db.scoped(scope, async (tx) => {
        if (hash !== null) await store.saveWord(tx, userId, hash, now);
        if (await store.lock(tx, sessionId, now))
          await audit.record(tx, {
            call: 'session.lock',
            objectType: 'session',
            objectId: sessionId,
            ...(hash === null ? {} : { note: '设置锁屏密码' }),
          });
      });
      forget(tenantId, sessionId);
      return null;
    },
    lockWord: (scope: Scope): Promise<{ known: boolean }> =>
      db.scoped(scope, async (tx) => ({ known: (await store.wordOf(tx, mine(scope).userId)) !== undefined })),
    /**
     * Sets the lock password without locking the screen, because automatic locking needs a password before the user
     * leaves.
     */
    async firstLockWord(scope: Scope, { password }: { password: string }): Promise<null> {
      const { userId, sessionId, tenantId } = mine(scope);
      const existsError = new AppError('conflict', '您已设置过锁屏密码');
      if ((await db.scoped(scope, (tx) => store.wordOf(tx, userId))) !== undefined) throw existsError;
      const hash = await hashPassword(password, tenantId);
      await db.scoped(scope, async (tx) => {
        if (!(await store.firstWord(tx, userId, hash, clock.now()))) throw existsError;
        await audit.record(tx, { call: 'session.firstLockWord', objectType: 'session', objectId: sessionId });
      });
      return null;
    },
    async unlock(scope: Scope, { password }: { password: string }): Promise<null> {
      const { userId, sessionId, tenantId } = mine(scope);
      const { unlockTries } = limits.session;
      const tried = await db.scoped(scope, async (tx) => ({
        tries: await store.countTry(tx, sessionId, unlockTries),
        locked: await store.isLocked(tx, sessionId),
        hash: await store.wordOf(tx, userId),
      }));
      // The session is already unlocked, because another tab was first.
      if (tried.tries === undefined && !tried.locked) {
        forget(tenantId, sessionId);
        return null;
      }
      const right = tried.tries !== undefined && (await verifyPassword(tried.hash ?? null, password, tenantId));
      if (right) {
        await db.scoped(scope, async (tx) => {
          if (await store.open(tx, sessionId))
            await audit.record(tx, { call: 'session.unlock', objectType: 'session', objectId: sessionId });
        });
        forget(tenantId, sessionId);
        return null;
      }
      await audit.failed(scope, 'session.unlock', 'wrongWord', { objectType: 'session', objectId: sessionId });
      if (tried.tries !== undefined && tried.tries < unlockTries)
        throw invalid({ field: 'password', msg: '解锁密码错误,请重新输入' });
      await db.scoped(scope, (tx) => revoke(tx, tenantId, sessionId, clock.now(), revokedReason));
      forget(tenantId, sessionId);
      throw new AppError('unauthenticated', endedText(revokedReason));
    },
  };
}
