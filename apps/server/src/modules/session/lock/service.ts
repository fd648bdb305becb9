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

/** What the lock depends on. */
export interface LockDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record' | 'failed'>;
  forget: (tenantId: string, sessionId: string) => void;
  /** Throws unless the password of the account was said a short while ago. */
  confirmed: (scope: Scope) => Promise<void>;
}

const revokedReason = 'wrong lock word';

/** The lock of the screen: a fact of the session that the guard reads (S14); scopes here see the HTTP layer's rows. */
export function createLock({ db, clock, audit, forget, confirmed }: LockDeps) {
  const mine = ({ userId, sessionId, tenantId }: Scope) => {
    if (userId === null || sessionId === null) throw new AppError('unauthenticated');
    return { userId, sessionId, tenantId };
  };

  return {
    async lock(scope: Scope, input: { password?: string | undefined; set?: boolean | undefined }): Promise<null> {
      const { userId, sessionId, tenantId } = mine(scope);
      const { password, set } = input;
      const known = await db.scoped(scope, (tx) => store.wordOf(tx, userId));
      let hash: string | null = null;
      if (known === undefined || set === true) {
        if (password === undefined) throw invalid({ field: 'password', msg: '锁屏密码不能为空' });
        if (known !== undefined) await confirmed(scope);
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
    /** The word alone: a screen that is to lock by itself needs one before nobody is there to give it. */
    async firstLockWord(scope: Scope, { password }: { password: string }): Promise<null> {
      const { userId, sessionId, tenantId } = mine(scope);
      const taken = new AppError('conflict', '您已设置过锁屏密码');
      if ((await db.scoped(scope, (tx) => store.wordOf(tx, userId))) !== undefined) throw taken;
      const hash = await hashPassword(password, tenantId);
      await db.scoped(scope, async (tx) => {
        if (!(await store.firstWord(tx, userId, hash, clock.now()))) throw taken;
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
      // Another tab was faster.
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
