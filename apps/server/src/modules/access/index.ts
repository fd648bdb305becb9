/**
 * access: roles, menus and permits (角色/菜单/权限).
 * Turns a person into role codes and permission strings, and the menu into what that person sees;
 * `rights` says who may give what, `renewal` brings menus and preset roles of a release.
 */
import type { Clock } from '#kernel/clock.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db } from '#platform/db/index.ts';
import type { AuditRoom } from '../audit/index.ts';
import type { TenantRoom } from '../tenant/index.ts';
import type { UserRoom } from '../user/index.ts';
import { createMenus } from './menus/service.ts';
import { createRights } from './rights/service.ts';
import { createRoles } from './roles/service.ts';

/** What the room access leans on. */
export interface AccessDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  audit: Pick<AuditRoom, 'record'>;
  tenants: Pick<TenantRoom, 'packagePermits' | 'freshness' | 'bump'>;
  users: Pick<UserRoom, 'byId'>;
}

/** Opens the room access. */
export function createAccessRoom(deps: AccessDeps) {
  const rights = createRights(deps);
  const { grantable: _, rolesBy: __, ...shown } = rights;
  return { ...shown, ...createRoles({ ...deps, rights }), ...createMenus({ ...deps, rights }) };
}

/** The room access. */
export type AccessRoom = ReturnType<typeof createAccessRoom>;
