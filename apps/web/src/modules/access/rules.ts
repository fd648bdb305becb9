import type { MenuNode } from '@anlan/contract/modules/access/menu';
import type { DataScope } from '@anlan/contract/modules/access/role';

/** A page or heading of the permit tree with the buttons that carry its permits. */
export interface PermitPage {
  id: string;
  name: string;
  icon: string | null;
  buttons: { id: string; name: string; permission: string }[];
}

/** A top menu of the permit tree. */
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

/** The permit tree: top menus, their pages, and the buttons of each; what carries no permit is left out. */
export const permitGroups = (tree: readonly MenuNode[]): PermitGroup[] =>
  tree.map((top) => ({ id: top.id, name: top.name, pages: pagesOf(top) })).filter(({ pages }) => pages.length > 0);

/** The part of the tree that a word is found in: whole pages by their name, single buttons by theirs. */
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

/** The buttons of some pages. */
export const idsOf = (pages: readonly PermitPage[]): string[] =>
  pages.flatMap(({ buttons }) => buttons.map(({ id }) => id));

/** All of them, none, or some are among the chosen. */
export function shareOf(ids: readonly string[], chosen: ReadonlySet<string>): 'all' | 'none' | 'some' {
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/** The chosen with some more, or without some. */
export function chose(chosen: ReadonlySet<string>, ids: readonly string[], on: boolean): Set<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** A row of the menu's table: an entry with how deep it stands and who stands beside it. */
export interface MenuRow {
  node: MenuNode;
  depth: number;
  siblings: MenuNode[];
  index: number;
}

/** The entries that are open to the eye, from the top down. */
export function menuRows(tree: readonly MenuNode[], open: ReadonlySet<string>, depth = 0): MenuRow[] {
  const siblings = [...tree];
  return siblings.flatMap((node, index) => [
    { node, depth, siblings, index },
    ...(open.has(node.id) ? menuRows(node.children, open, depth + 1) : []),
  ]);
}

/** All entries of a tree. */
export const flat = (tree: readonly MenuNode[]): MenuNode[] => tree.flatMap((node) => [node, ...flat(node.children)]);

/** The order in which siblings stand after one of them moved to another's place. */
export function movedTo(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** The headings and top menus an entry may stand below: not itself, nothing below it, and no page or button. */
export function placesFor(
  tree: readonly MenuNode[],
  id: string | null,
  above = '',
): { value: string; label: string }[] {
  return tree
    .filter((node) => node.type === '0' && node.path === '' && node.id !== id)
    .flatMap((node) => [
      { value: node.id, label: above + node.name },
      ...placesFor(node.children, id, `${above}${node.name} / `),
    ]);
}

/** A query as people type it: a=1&b=2. */
export const queryText = (query: Readonly<Record<string, string>>): string => new URLSearchParams(query).toString();
/** The typed query in pairs. */
export const queryOf = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')));

/** Whose enterprises a role reaches, as it is chosen. */
export const dataScopes: readonly { value: DataScope; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'below', label: '本机构所辖区域及以下' },
  { value: 'own', label: '仅本机构所辖区域' },
  { value: 'chosen', label: '自选区域' },
];
/** What a role reaches, in a few words. */
export function dataScopeText({
  dsType,
  regions,
}: {
  dsType: DataScope;
  regions: readonly { name: string }[];
}): string {
  if (dsType === 'chosen') return regions.map(({ name }) => name.split('/').at(-1)?.trim()).join('、') || '未选区域';
  return dataScopes.find(({ value }) => value === dsType)?.label ?? '';
}

const three: readonly string[] = ['ROLE_SYSTEM_ADMIN', 'ROLE_SECURITY_ADMIN', 'ROLE_AUDIT_ADMIN'];
/** Whether a role is one of the three administrations that come with the product (三员). */
export const isOneOfThree = ({ preset, roleCode }: { preset: boolean; roleCode: string }): boolean =>
  preset && three.includes(roleCode);
