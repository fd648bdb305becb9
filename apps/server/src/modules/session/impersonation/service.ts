import type { RecentImpersonation, Impersonation } from '@anlan/contract/modules/tenant/impersonation';
import { limits } from '@anlan/contract/limits';
import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AccessModule } from '../../access/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { later } from '../rules.ts';
import type { Principal } from '../principal/service.ts';
import * as store from './store.ts';

export interface ImpersonationDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenants: Pick<TenantModule, 'isOpen' | 'nameOf' | 'entryWriteUntil' | 'isMlps3'>;
  access: Pick<AccessModule, 'permitsOfRole'>;
  /** Throws unless the person entered their password recently in this session. */
  confirmed: (scope: Scope) => Promise<void>;
  createHttpScope: (reason: string) => Scope;
}

export interface ImpersonationRights {
  permits: ReadonlySet<Permit>;
  roles: readonly string[];
  mayWrite: boolean;
}

const role = 'ROLE_TENANT_ADMIN';
const reads = /:(index|get)$/;
// A platform user inside a tenant may not export data, change rights, accounts or hosts, or delete traces (S94). Such
// a user cannot start jobs either, because a job runs as a user of the tenant. Pages hide these permits.
const forbiddenPermits =
  /:(export|exportPlain|import)$|^sys:(reveal|role|entry|openapi|token)|^sys:(user|organ|frame|log|assessment):(?!index|get)|^bus:enterprise:(add|suspend)$|^bus:nucleinrecord:|^bus:(emp|course|question|studyplan|dailyeducation|certificate|vehicle|equipment|hazardsource|shift|nucleintask|vehicleday|vehiclealarm|enterpriseexpinfo|enterprisewarn|officer|spot|inspection|inspectplan|report|archives|archivewaiver|accident|phonereport|emergencyplan|drill|safetycost|safetycostyear|score|contentinfo):(?!index|get)|^bus:orderrecords:(issue|review)$|^mall:(shopinfo|goods|pagedevise):(?!index|get)|^wxmp:(wxapp|wxmaterial|wxmenu|wxmsg|wxuser):(?!index|get)/;
// In a protected tenant nobody may hold two of the three administrator duties (三员). So a platform user inside such
// a tenant gets no log permits.
const separatedPermits = /^sys:log:/;

/**
 * Lets platform staff work inside a tenant: they give a reason and stay one hour. Platform staff may only read unless
 * the tenant allows writing (S36).
 */
export function createImpersonation({
  db,
  clock,
  audit,
  tenants,
  access,
  confirmed,
  createHttpScope,
}: ImpersonationDeps) {
  const httpScope = () => createHttpScope('tenant entry');
  const tenantScope = (tenantId: string, scope: Scope) => systemScope('platform', tenantId, scope);
  const formatVisitor = (scope: Scope) => `平台 ${scope.userName ?? ''}`.trim();

  async function mayWrite(tx: Tx): Promise<boolean> {
    const until = await tenants.entryWriteUntil(tx);
    return until !== null && until > clock.now();
  }

  const mine = (scope: Scope): string => {
    if (scope.userType !== 'platform' || scope.sessionId === null) throw new AppError('denied');
    return scope.sessionId;
  };

  return {
    async enter(scope: Scope, { id, reason }: { id: string; reason: string }): Promise<Impersonation> {
      const sessionId = mine(scope);
      if (id === scope.tenantId || !(await tenants.isOpen(id))) throw new AppError('notFound');
      await confirmed(scope);
      const now = clock.now();
      const until = later(now, limits.impersonation.seconds);
      return db.scoped(scope, async (outside) => {
        const facts = await db.scoped(tenantScope(id, scope), async (tx) => {
          await audit.record(tx, {
            call: 'tenant.entered',
            objectType: 'tenant',
            objectId: id,
            userName: formatVisitor(scope),
            note: reason,
          });
          return { name: (await tenants.nameOf(tx)) ?? id, mayWrite: await mayWrite(tx) };
        });
        await db.scoped(httpScope(), async (tx) => {
          await store.leaveAll(tx, sessionId, now);
          await store.insertEntry(tx, {
            tenant_id: id,
            id: newId(),
            session_id: sessionId,
            user_id: scope.userId ?? '',
            user_name: scope.userName ?? '',
            reason,
            started_at: now,
            ends_at: until,
          });
        });
        await audit.record(outside, { call: 'tenant.enter', objectType: 'tenant', objectId: id, note: reason });
        return { tenantId: id, reason, until, ...facts };
      });
    },
    async leave(scope: Scope): Promise<null> {
      const sessionId = mine(scope);
      const left = await db.scoped(httpScope(), (tx) => store.leaveAll(tx, sessionId, clock.now()));
      for (const id of left)
        await db.scoped(tenantScope(id, scope), (tx) =>
          audit.record(tx, { call: 'tenant.left', objectType: 'tenant', objectId: id, userName: formatVisitor(scope) }),
        );
      const [id = scope.tenantId] = left;
      await db.scoped(scope, (tx) => audit.record(tx, { call: 'tenant.leave', objectType: 'tenant', objectId: id }));
      return null;
    },
    async visit(scope: Scope): Promise<Impersonation | null> {
      const sessionId = mine(scope);
      const entry = await db.scoped(httpScope(), (tx) => store.findEntry(tx, sessionId, null, clock.now()));
      if (!entry) return null;
      const facts = await db.scoped(tenantScope(entry.tenant_id, scope), async (tx) => ({
        name: (await tenants.nameOf(tx)) ?? entry.tenant_id,
        mayWrite: await mayWrite(tx),
      }));
      return { tenantId: entry.tenant_id, reason: entry.reason, until: entry.ends_at, ...facts };
    },
    async isImpersonating({ userType, sessionId }: Pick<Scope, 'userType' | 'sessionId'>): Promise<boolean> {
      if (userType !== 'platform' || sessionId === null) return false;
      const entry = await db.scoped(httpScope(), (tx) => store.findEntry(tx, sessionId, null, clock.now()));
      return entry !== undefined;
    },
    recentVisits: (scope: Scope): Promise<RecentImpersonation[]> =>
      db.read(scope, async (tx) => {
        const now = clock.now();
        const since = later(now, -limits.impersonation.shownSeconds);
        return (await store.entriesSince(tx, scope.tenantId, since, limits.impersonation.shown)).map((row) => ({
          id: row.id,
          userName: row.user_name,
          reason: row.reason,
          startedAt: row.started_at,
          until: row.left_at ?? row.ends_at,
          open: row.left_at === null && row.ends_at > now,
        }));
      }),
    /**
     * Rights of a session in the entered tenant. Null when the session has not entered a tenant or the hour is over.
     */
    async impersonationIn(principal: Principal, tenantId: string): Promise<ImpersonationRights | null> {
      if (principal.userType !== 'platform' || !principal.permits.has('sys:tenant:enter')) return null;
      if (!/^\d{1,19}$/.test(tenantId)) return null;
      const entry = await db.scoped(httpScope(), (tx) =>
        store.findEntry(tx, principal.sessionId, tenantId, clock.now()),
      );
      if (!entry || !(await tenants.isOpen(tenantId))) return null;
      return db.read(systemScope('platform', tenantId), async (tx) => {
        const writes = await mayWrite(tx);
        const all = await access.permitsOfRole(tx, role);
        const apart = await tenants.isMlps3(tx);
        const permits = new Set(
          [...all].filter(
            (permit) =>
              !forbiddenPermits.test(permit) &&
              !(apart && separatedPermits.test(permit)) &&
              (writes || reads.test(permit)),
          ),
        );
        return { permits, roles: [role], mayWrite: writes };
      });
    },
  };
}
