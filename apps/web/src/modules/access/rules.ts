import { roleListing } from '@anlan/contract/modules/access/listing';
import type { MenuNode } from '@anlan/contract/modules/access/menu';
import type { DataScope } from '@anlan/contract/modules/access/role';

export interface PermitPage {
  id: string;
  name: string;
  icon: string | null;
  buttons: { id: string; name: string; permission: string }[];
}

export interface PermitGroup {
  id: string;
  name: string;
  pages: PermitPage[];
}

const buttonsOf = ({ children }: MenuNode) =>
  children.flatMap(({ id, name, type, permission }) =>
    type === '1' && permission !== null ? [{ id, name, permission }] : [],
  );

function pagesOf(node: MenuNode): PermitPage[] {
  const buttons = buttonsOf(node);
  const own = buttons.length > 0 ? [{ id: node.id, name: node.name, icon: node.icon, buttons }] : [];
  return [...own, ...node.children.filter(({ type }) => type === '0').flatMap(pagesOf)];
}

/** Builds the permit tree: top menus, pages, buttons. Entries without a permit are omitted. */
export const permitGroups = (tree: readonly MenuNode[]): PermitGroup[] =>
  tree.map((top) => ({ id: top.id, name: top.name, pages: pagesOf(top) })).filter(({ pages }) => pages.length > 0);

/**
 * Filters the permit tree by a search word. A matching page shows all its buttons; other pages show only matching
 * buttons.
 */
export function searchGroups(groups: readonly PermitGroup[], word: string): PermitGroup[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return [...groups];
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return groups
    .map((group) => ({
      ...group,
      pages: has(group.name)
        ? group.pages
        : group.pages
            .map((page) =>
              has(page.name)
                ? page
                : { ...page, buttons: page.buttons.filter(({ name, permission }) => has(name) || has(permission)) },
            )
            .filter(({ buttons }) => buttons.length > 0),
    }))
    .filter(({ pages }) => pages.length > 0);
}

export const idsOf = (pages: readonly PermitPage[]): string[] =>
  pages.flatMap(({ buttons }) => buttons.map(({ id }) => id));

export function shareOf(ids: readonly string[], selectedIds: ReadonlySet<string>): 'all' | 'none' | 'some' {
  const count = ids.filter((id) => selectedIds.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

export function toggleIds(selectedIds: ReadonlySet<string>, ids: readonly string[], on: boolean): Set<string> {
  const next = new Set(selectedIds);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

export interface MenuRow {
  node: MenuNode;
  depth: number;
  siblings: MenuNode[];
  index: number;
}

export function menuRows(tree: readonly MenuNode[], open: ReadonlySet<string>, depth = 0): MenuRow[] {
  const siblings = [...tree];
  return siblings.flatMap((node, index) => [
    { node, depth, siblings, index },
    ...(open.has(node.id) ? menuRows(node.children, open, depth + 1) : []),
  ]);
}

export const flat = (tree: readonly MenuNode[]): MenuNode[] => tree.flatMap((node) => [node, ...flat(node.children)]);

export function moveId(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/**
 * Menu entries that can become the parent of an entry: headings and top menus, except the entry itself and its
 * descendants.
 */
export function parentChoices(
  tree: readonly MenuNode[],
  id: string | null,
  above = '',
): { value: string; label: string }[] {
  return tree
    .filter((node) => node.type === '0' && node.path === '' && node.id !== id)
    .flatMap((node) => [
      { value: node.id, label: above + node.name },
      ...parentChoices(node.children, id, `${above}${node.name} / `),
    ]);
}

/** Formats a query, for example `a=1&b=2`. */
export const queryText = (query: Readonly<Record<string, string>>): string => new URLSearchParams(query).toString();
export const queryOf = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')));

const dataScopeWords = roleListing.fields.dsType.spec.words ?? {};
export function dataScopeText({
  dsType,
  regions,
}: {
  dsType: DataScope;
  regions: readonly { name: string }[];
}): string {
  if (dsType === 'chosen') return regions.map(({ name }) => name.split('/').at(-1)?.trim()).join('、') || '未选区域';
  return dataScopeWords[dsType] ?? '';
}

const threeAdminRoles: readonly string[] = ['ROLE_SYSTEM_ADMIN', 'ROLE_SECURITY_ADMIN', 'ROLE_AUDIT_ADMIN'];
/** Whether a role is one of the three preset administrators (三员). */
export const isOneOfThree = ({ preset, roleCode }: { preset: boolean; roleCode: string }): boolean =>
  preset && threeAdminRoles.includes(roleCode);
