/**
 * access: roles, menus and permits (角色/菜单/权限).
 * Turns a person into role codes and permission strings, and the menu into what that person sees;
 * `rights` says who may give what, `protection` that three administrations stay apart, `reach` whose enterprises a person
 * oversees, `renewal` brings menus and preset roles of a release.
 */
import { accessCalls } from '@anlan/contract/modules/access/calls';
import { menuCalls } from '@anlan/contract/modules/access/menu-calls';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import { frameCalls } from '@anlan/contract/wire/frame';
import type { Clock } from '#kernel/clock.ts';
import { openedElsewhere, serve } from '#kit/module.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import type { DictionaryModule } from '../dictionary/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import type { UserModule } from '../user/index.ts';
import { createFrames, type FramesDeps } from './frames/service.ts';
import { createMenus } from './menus/service.ts';
import { createReach } from './reach/service.ts';
import { createRights } from './rights/service.ts';
import { createRoles } from './roles/service.ts';
import { namesOf } from './roles/store.ts';

export { createProtection } from './protection/service.ts';
export { seedRoles } from './seed.ts';

/** What the module access leans on. */
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

/** Opens the module access. */
export function createAccessModule(deps: AccessDeps) {
  const reach = createReach(deps);
  const rights = createRights({ ...deps, reach });
  const { grantable: _, rolesBy: __, ...shown } = rights;
  const { demandWithin, demandFew, ownOf, overseen, rolesChoosing } = reach;
  return {
    ...shown,
    demandWithin,
    demandFew,
    ownOf,
    overseen,
    rolesChoosing,
    /** Names of roles, for what speaks of them. */
    roleReference: { read: namesOf },
    ...createRoles({ ...deps, rights, reach }),
    ...createMenus({ ...deps, rights }),
    ...createFrames(deps),
  };
}

/** The module access. */
export type AccessModule = ReturnType<typeof createAccessModule>;

/** The module access, for modules that need it. */
export const accessModule = openedElsewhere<AccessModule>('access', (access) => [
  serve('access', accessCalls, access),
  serve('access', roleCalls, access),
  serve('access', menuCalls, access),
  serve('access', frameCalls, access),
]);
