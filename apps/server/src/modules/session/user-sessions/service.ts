import type { OnlineSession, OwnSession, PastSignIn } from '@anlan/contract/modules/session/session-views';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { UserType } from '@anlan/contract/modules/session/session';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { EnterpriseModule } from '../../enterprise/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { Reauthentication } from '../reauthentication/service.ts';
import { later } from '../rules.ts';
import { deviceOf, signInCalls } from './rules.ts';
import * as store from './store.ts';

export interface OwnDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  users: UserModule;
  enterprises: Pick<EnterpriseModule, 'names'>;
  isOwnPassword: Reauthentication['isOwnPassword'];
  forget: (tenantId: string, sessionId: string) => void;
  forgetAll: (tenantId: string, userId: string | null) => void;
  /** Creates the scope of the HTTP layer, the only one that can read sessions. */
  createHttpScope: (reason: string) => Scope;
}

export interface SessionsToEnd {
  tenantId: string;
  userId: string;
  exceptSessionId?: string | null | undefined;
  reason?: 'password changed' | 'phone changed' | 'factor removed' | 'account closed' | undefined;
}

type Shown = Awaited<ReturnType<typeof store.liveOfUser>>[number];

// Sessions have no divisions, so a person limited to some divisions would see and end all sessions.
function requireWholeUnit({ regions }: Scope) {
  if (regions !== 'all') throw new AppError('denied', '数据范围只限部分区域的人员不能管理在线用户');
}

export function createOwnSessions(deps: OwnDeps) {
  const { db, clock, audit, users, enterprises, isOwnPassword, forget, forgetAll, createHttpScope } = deps;
  const moment = () => ({ now: clock.now(), idleSince: later(clock.now(), -limits.session.idleSeconds) });
  const mine = (scope: Scope) => {
    if (scope.userId === null || scope.sessionId === null) throw new AppError('unauthenticated');
    return { userId: scope.userId, sessionId: scope.sessionId };
  };

  const present = (row: Shown, scope: Scope): OwnSession => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.address,
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at,
    locked: row.locked_at !== null,
    current: row.id === scope.sessionId,
  });

  /** Ends sessions in the caller's transaction if it has the HTTP scope, otherwise in a transaction of its own. */
  async function endMany(by: Tx | Scope, which: store.SessionSelection, reason: string): Promise<number> {
    const work = async (tx: Tx) => {
      const ended = await store.endSessions(tx, which, clock.now(), reason);
      const { tenantId, id, userId } = which;
      afterCommit(tx, () => (id === undefined ? forgetAll(tenantId, userId ?? null) : forget(tenantId, id)));
      return ended.length;
    };
    if (!('client' in by)) return db.scoped(by.http ? by : createHttpScope(reason), work);
    if (by.scope.http) return work(by);
    // The caller's transaction cannot read sessions. The sessions are ended now, and again after its commit, to end
    // sessions that began in between.
    afterCommit(by, () => db.scoped(createHttpScope(reason), work));
    return db.scoped(createHttpScope(reason), work);
  }

  /** Throws unless the password is the person's own; counts as a sign-in attempt. */
  async function provePassword(scope: Scope, password: string, call: string): Promise<void> {
    if (!(await isOwnPassword(scope, password, call)))
      throw invalid({ field: 'password', msg: '密码错误，请重新输入' });
  }

  return {
    provePassword,
    own: (scope: Scope, { page, size }: PageInput<object, 'lastSeenAt'>): Promise<Page<OwnSession>> =>
      db.scoped(scope, async (tx) => {
        const rows = await store.liveOfUser(tx, mine(scope).userId, moment());
        const from = (page - 1) * size;
        return {
          rows: rows.slice(from, from + size).map((row) => present(row, scope)),
          total: rows.length,
          page,
          size,
        };
      }),
    endOwn: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const { userId } = mine(scope);
        if ((await endMany(tx, { tenantId: scope.tenantId, id, userId }, 'ended by person')) === 0)
          throw new AppError('notFound');
        await audit.record(tx, { call: 'session.endOwn', objectType: 'session', objectId: id });
        return null;
      }),
    endOthers: (scope: Scope): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const { userId, sessionId } = mine(scope);
        const ended = await endMany(tx, { tenantId: scope.tenantId, userId, exceptId: sessionId }, 'ended by person');
        await audit.record(tx, {
          call: 'session.endOthers',
          objectType: 'user',
          objectId: userId,
          note: `${ended} 处登录`,
        });
        return null;
      }),
    history: (scope: Scope, { page, size }: PageInput<object, never>): Promise<Page<PastSignIn>> =>
      db.scoped(scope, async (tx) => {
        const bounds = { limit: size, offset: (page - 1) * size };
        const { rows, ...count } = await audit.ofPerson(tx, mine(scope).userId, signInCalls, bounds);
        return {
          rows: rows.map((row) => ({
            id: row.id,
            at: row.at,
            outcome: row.outcome,
            way: row.outcome === 'done' ? row.note : null,
            address: row.address,
            device: deviceOf(row.user_agent),
          })),
          ...count,
          page,
          size,
        };
      }),
    async confirm(scope: Scope, { password }: { password: string }): Promise<null> {
      const { sessionId } = mine(scope);
      await provePassword(scope, password, 'session.confirm');
      await db.scoped(scope, async (tx) => {
        await store.noteConfirmed(tx, scope.tenantId, sessionId, clock.now());
        await audit.record(tx, { call: 'session.confirm', objectType: 'session', objectId: sessionId });
      });
      return null;
    },
    /** Throws unless the person entered their password recently in this session. */
    async confirmed(scope: Scope): Promise<void> {
      const { sessionId } = mine(scope);
      const at = await db.scoped(createHttpScope('confirmed'), (tx) =>
        store.confirmedAt(tx, scope.tenantId, sessionId),
      );
      if (at === null || later(at, limits.session.confirmSeconds) < clock.now())
        throw new AppError('denied', '请先验证密码', { confirm: true });
    },
    online: (
      scope: Scope,
      input: PageInput<
        { keyword?: string | undefined; type?: UserType | undefined; enterpriseId?: string | undefined },
        'lastSeenAt' | 'startedAt'
      >,
    ): Promise<Page<OnlineSession>> =>
      db.scoped(scope, async (tx) => {
        requireWholeUnit(scope);
        const { page, size, sort, filter } = input;
        const { keyword = '', type, enterpriseId } = filter;
        const narrowed = keyword !== '' || type !== undefined;
        const online = narrowed ? await store.peopleOnline(tx, moment(), limits.session.onlineRows) : [];
        const { rows, total } = await store.pageOnline(
          tx,
          {
            userIds: narrowed ? await users.among(tx, online, { keyword, type }) : null,
            enterpriseId,
            by: sort[0]?.by === 'startedAt' ? 'started_at' : 'last_seen_at',
            direction: sort[0]?.desc === false ? 'asc' : 'desc',
            limit: size,
            offset: (page - 1) * size,
          },
          moment(),
        );
        const people = await users.cards(
          tx,
          rows.map((row) => row.user_id),
        );
        const names = await enterprises.names(tx, [
          ...new Set(rows.flatMap((row) => (row.enterprise_id === null ? [] : [row.enterprise_id]))),
        ]);
        return {
          rows: rows.flatMap((row) => {
            const person = people.get(row.user_id);
            if (!person) return [];
            const { username, nickName, type: kind } = person;
            const entName = names.get(row.enterprise_id ?? '') ?? null;
            return [{ ...present(row, scope), userId: row.user_id, username, nickName, type: kind, entName }];
          }),
          total,
          page,
          size,
        };
      }),
    endOnline: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        requireWholeUnit(scope);
        if ((await endMany(tx, { tenantId: scope.tenantId, id }, 'ended by administrator')) === 0)
          throw new AppError('notFound');
        await audit.record(tx, { call: 'session.endOnline', objectType: 'session', objectId: id });
        return null;
      }),
    /** Ends all sessions of a person except one (S12). Runs in the caller's transaction if that has the HTTP scope. */
    endUser: (by: Tx | Scope, { tenantId, userId, exceptSessionId, reason = 'account closed' }: SessionsToEnd) =>
      endMany(by, { tenantId, userId, exceptId: exceptSessionId ?? undefined }, reason),
    /** Ends all sessions of a tenant (S12). */
    endTenant: (by: Tx | Scope, tenantId: string) => endMany(by, { tenantId }, 'tenant closed'),
    /** Invalidates cached rights on all nodes; null invalidates the whole tenant. */
    touchPrincipal: forgetAll,
  };
}
