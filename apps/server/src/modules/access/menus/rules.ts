import type { MenuEntry } from '@anlan/contract/modules/access/access';
import type { MenuNode } from '@anlan/contract/modules/access/menu';
import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { isPermit } from '@anlan/contract/labels';
import type { Scope } from '#kernel/scope.ts';
import type { MenuRow } from './store.ts';

/** How deep pages stand: a top menu, a group, a page. */
export const depthMax = 3;

/** Whether a person finds an entry in their menu; the roles it names hide it and allow nothing. */
export function visible(row: MenuRow, scope: Pick<Scope, 'roles' | 'userType' | 'permits'>): boolean {
  if (row.hidden) return false;
  if (row.roles.length > 0 && !row.roles.some((role) => scope.roles.includes(role))) return false;
  if (row.user_types.length > 0 && !row.user_types.includes(scope.userType ?? '')) return false;
  return row.permission === null || (isPermit(row.permission) && scope.permits.has(row.permission));
}

/** The entries below one, as a person's menu shows them. */
export function branch(rows: readonly MenuRow[], parentId: string | null): MenuEntry[] {
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

const isUserType = (text: string): text is UserType => Object.hasOwn(userType, text);

/** An entry as those who keep the menu see it. */
export const nodeOf = (row: MenuRow, children: MenuNode[] = []): MenuNode => ({
  id: row.id,
  version: row.version,
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
  userTypes: row.user_types.filter(isUserType),
  hidden: row.hidden,
  preset: row.key !== null,
  children,
});

/** The whole menu below an entry. */
export const wholeTree = (rows: readonly MenuRow[], parentId: string | null = null): MenuNode[] =>
  rows.filter((row) => row.parent_id === parentId).map((row) => nodeOf(row, wholeTree(rows, row.id)));

/** What of a menu can be given: entries whose permit is among these, and what stands above them. */
export const givenTree = (nodes: readonly MenuNode[], may: ReadonlySet<string>): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: givenTree(node.children, may) }))
    .filter(({ permission, children }) => children.length > 0 || (permission !== null && may.has(permission)));

/** How deep the pages below an entry reach, itself included. */
export function depthBelow(rows: readonly MenuRow[], id: string): number {
  const below = rows.filter((row) => row.parent_id === id && row.type === '0');
  return 1 + Math.max(0, ...below.map((row) => depthBelow(rows, row.id)));
}

/** The ids from an entry up to its top menu, itself included. */
export function trailUp(rows: readonly MenuRow[], id: string | null): string[] {
  const row = id === null ? undefined : rows.find((one) => one.id === id);
  return row === undefined ? [] : [row.id, ...trailUp(rows, row.parent_id)];
}
