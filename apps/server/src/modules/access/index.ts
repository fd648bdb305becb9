/**
 * access: roles, menus and permits (角色/菜单/权限).
 * Turns a person into role codes and permission strings, and the menu into what that person sees.
 */
import type { MenuEntry } from '@anlan/contract/domain/access';
import { isPermit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import { createRights, type RightsDeps } from './rights/service.ts';
import { readMenu } from './store.ts';

export type { Gift, HeldRole, Rights } from './rights/service.ts';

type MenuRow = Awaited<ReturnType<typeof readMenu>>[number];

function visible(row: MenuRow, scope: Scope): boolean {
  if (row.roles.length > 0 && !row.roles.some((role) => scope.roles.includes(role))) return false;
  if (row.user_types.length > 0 && !row.user_types.includes(scope.userType ?? '')) return false;
  return row.permission === null || (isPermit(row.permission) && scope.permits.has(row.permission));
}

function branch(rows: MenuRow[], parentId: string | null): MenuEntry[] {
  return (
    rows
      .filter((row) => row.parent_id === parentId)
      .map((row) => ({
        id: row.id,
        parentId: row.parent_id,
        name: row.name,
        label: row.name,
        path: row.path,
        component: row.component,
        icon: row.icon,
        type: row.type,
        permission: row.permission,
        sort: row.sort,
        keepAlive: row.keep_alive,
        group: row.page_group,
        query: row.query,
        redDot: row.red_dot,
        pinyin: row.pinyin,
        meta: { roles: row.roles },
        children: branch(rows, row.id),
      }))
      // A heading without anything under it leads nowhere.
      .filter((entry) => entry.path !== '' || entry.children.length > 0)
  );
}

/** Opens the room access. */
export function createAccessRoom(deps: RightsDeps) {
  const { grantable: _, rolesBy: __, ...rights } = createRights(deps);
  return {
    ...rights,
    menu: (scope: Scope): Promise<MenuEntry[]> =>
      deps.db.scoped(scope, async (tx) =>
        branch(
          (await readMenu(tx)).filter((row) => row.type === '0' && visible(row, scope)),
          null,
        ),
      ),
  };
}

/** The room access. */
export type AccessRoom = ReturnType<typeof createAccessRoom>;
