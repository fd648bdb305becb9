/**
 * access: roles, menus and permits (角色/菜单/权限).
 * Turns a person into role codes and permission strings, and the menu into what that person sees.
 */
import type { MenuEntry } from '@anlan/contract/domain/access';
import { isPermit, type Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { giveRole, readMenu, readRights } from './store.ts';

/** What a person may. */
export interface Rights {
  roles: string[];
  permits: Set<Permit>;
}

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
export function createAccessRoom({ db }: { db: Db }) {
  return {
    menu: (scope: Scope): Promise<MenuEntry[]> =>
      db.scoped(scope, async (tx) =>
        branch(
          (await readMenu(tx)).filter((row) => row.type === '0' && visible(row, scope)),
          null,
        ),
      ),
    giveRole,
    /** Role codes and permits of a person; roles are never empty (contracts §1). */
    async rightsOf(tx: Tx, userId: string): Promise<Rights> {
      const rows = await readRights(tx, userId);
      const roles = [...new Set(rows.map((row) => row.code))];
      const permits = new Set(rows.map((row) => row.permit ?? '').filter(isPermit));
      return { roles: roles.length > 0 ? roles : ['ROLE_NONE'], permits };
    },
  };
}

/** The room access. */
export type AccessRoom = ReturnType<typeof createAccessRoom>;
