/**
 * access: roles, menus and permits (角色/菜单/权限). `rights`: who may grant what. `protection`: separation of the
 * three administrator duties. `data-scope`: the enterprises a user oversees. `renewal`: updates menus and preset
 * roles at a release.
 */
import { accessCalls } from '@anlan/contract/modules/access/calls';
import { menuCalls } from '@anlan/contract/modules/access/menu-calls';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import { frameCalls } from '@anlan/contract/http/external-frame-calls';
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db } from '#platform/db/index.ts';
import { deriveKey } from '#platform/secrets/index.ts';
import { auditModule, type AuditModule } from '../audit/index.ts';
import { dictionaryModule, type DictionaryModule } from '../dictionary/index.ts';
import { tenantModule, type TenantModule } from '../tenant/index.ts';
import { userModule, type UserModule } from '../user/index.ts';
import { createFrames, type FramesDeps } from './frames/service.ts';
import { createMenus } from './menus/service.ts';
import { createDataScopes } from './data-scope/service.ts';
import { createRights } from './rights/service.ts';
import { createRoles } from './roles/service.ts';
import { namesOf } from './roles/store.ts';

export { dutyPermits } from './protection/rules.ts';
export { createProtection } from './protection/service.ts';
export { seedRoles } from './seed.ts';

export interface AccessDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  tenants: Pick<TenantModule, 'packagePermits' | 'bump' | 'frameHostsOf' | 'isMlps3'>;
  users: Pick<UserModule, 'byId' | 'placesOf'>;
  dictionaries: Pick<DictionaryModule, 'placeNames'>;
  frameKey: FramesDeps['frameKey'];
  isOwnHost: FramesDeps['isOwnHost'];
}

export function createAccessModule(deps: AccessDeps) {
  const dataScopes = createDataScopes(deps);
  const rights = createRights({ ...deps, dataScopes });
  const { grantable: _, rolesBy: __, ...shown } = rights;
  const { requireWithinScope: demandWithin, requireFewRanges: demandFew, ownOf, overseen, rolesChoosing } = dataScopes;
  return {
    ...shown,
    demandWithin,
    demandFew,
    ownOf,
    overseen,
    rolesChoosing,
    roleReference: { read: namesOf },
    ...createRoles({ ...deps, rights, dataScopes }),
    ...createMenus({ ...deps, rights }),
    ...createFrames(deps),
  };
}

export type AccessModule = ReturnType<typeof createAccessModule>;

export const accessModule = defineModule('access', {
  needs: {
    server: infrastructure,
    audit: auditModule,
    tenants: tenantModule,
    users: userModule,
    dictionaries: dictionaryModule,
  },
  open({ kit: { db, bus, clock }, server, ...below }) {
    const frameKey = deriveKey(server.secrets, 'frame');
    const access = createAccessModule({ ...below, db, bus, clock, isOwnHost: below.tenants.isOwnHost, frameKey });
    return {
      ...access,
      /** The current scope of the user who started a long job. Null if the user may no longer act. */
      scopeOf: ({ tenantId, userId }: { tenantId: string; userId: string }) =>
        db.scoped(systemScope('long work', tenantId), async (tx) => {
          const user = await below.users.byId(tx, userId);
          if (!user || user.lock_flag !== '0') return null;
          const rights = await access.rightsOf(tx, userId);
          const person = { tenantId, userId, userName: user.nick_name, userType: user.type, ...rights };
          if (user.type === 'shop') return server.workScope(person, user.shop_id);
          const bound = user.type === 'enterprise' ? await below.users.enterprisesOf(tx, userId) : [];
          return server.workScope(person, bound.find((id) => id === user.last_enterprise_id) ?? null);
        }),
    };
  },
  serves: (access) => [
    serve('access', accessCalls, access),
    serve('access', roleCalls, access),
    serve('access', menuCalls, access),
    serve('access', frameCalls, access),
  ],
  gives: ({ scopeOf }) => ({ scopeOf }),
});
