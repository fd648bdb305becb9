import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import type { MenuNode } from '@anlan/contract/modules/access/menu';
import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { isPermit } from '@anlan/contract/labels';
import type { Scope } from '#kernel/scope.ts';
import type { MenuRow } from './store.ts';

export const depthMax = 3;

/** Whether the menu shows the entry to the user. The roles of an entry only hide it; they grant no access. */
export function visible(row: MenuRow, scope: Pick<Scope, 'roles' | 'userType' | 'permits'>): boolean {
  if (row.hidden) return false;
  if (row.roles.length > 0 && !row.roles.some((role) => scope.roles.includes(role))) return false;
  if (row.user_types.length > 0 && !row.user_types.includes(scope.userType ?? '')) return false;
  return row.permission === null || (isPermit(row.permission) && scope.permits.has(row.permission));
}

/** Fields that the menu of a user and the tree of administrators share. */
const sharedOf = (row: MenuRow) => ({
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
  query: row.query,
  meta: { roles: row.roles },
});

export function branch(rows: readonly MenuRow[], parentId: string | null): MenuEntry[] {
  return (
    rows
      .filter((row) => row.parent_id === parentId)
      .map((row) => ({
        ...sharedOf(row),
        group: row.page_group,
        redDot: row.red_dot,
        pinyin: row.pinyin,
        children: branch(rows, row.id),
      }))
      // Drop headings without visible children: they have no page to open.
      .filter((entry) => entry.path !== '' || entry.children.length > 0)
  );
}

const isUserType = (text: string): text is UserType => Object.hasOwn(userType, text);

export const nodeOf = (row: MenuRow, children: MenuNode[] = []): MenuNode => ({
  ...sharedOf(row),
  version: row.version,
  userTypes: row.user_types.filter(isUserType),
  hidden: row.hidden,
  preset: row.key !== null,
  children,
});

export const wholeTree = (rows: readonly MenuRow[], parentId: string | null = null): MenuNode[] =>
  rows.filter((row) => row.parent_id === parentId).map((row) => nodeOf(row, wholeTree(rows, row.id)));

export const grantableTree = (nodes: readonly MenuNode[], may: ReadonlySet<string>): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: grantableTree(node.children, may) }))
    .filter(({ permission, children }) => children.length > 0 || (permission !== null && may.has(permission)));

export function depthBelow(rows: readonly MenuRow[], id: string): number {
  const below = rows.filter((row) => row.parent_id === id && row.type === '0');
  return 1 + Math.max(0, ...below.map((row) => depthBelow(rows, row.id)));
}

export function trailUp(rows: readonly MenuRow[], id: string | null): string[] {
  const row = id === null ? undefined : rows.find((one) => one.id === id);
  return row === undefined ? [] : [row.id, ...trailUp(rows, row.parent_id)];
}
