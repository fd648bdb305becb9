import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { isExternalUrl } from '@anlan/contract/domain/value-checks';
import { framePrefix } from '@anlan/contract/frame-path';

/** Returns the menu without buttons, hidden entries, empty branches, and entries that these roles may not see. */
export function visibleMenu(entries: readonly MenuEntry[], roles: readonly string[]): MenuEntry[] {
  return entries
    .filter(
      ({ type, meta }) => type === '0' && (meta.roles.length === 0 || meta.roles.some((one) => roles.includes(one))),
    )
    .map((entry) => ({ ...entry, children: visibleMenu(entry.children, roles) }))
    .filter(({ path, children }) => path !== '' || children.length > 0)
    .toSorted((one, other) => one.sort - other.sort);
}

function trailWhere(entries: readonly MenuEntry[], fits: (entry: MenuEntry) => boolean): MenuEntry[] {
  for (const entry of entries) {
    const below = trailWhere(entry.children, fits);
    if (below.length > 0) return [entry, ...below];
    if (fits(entry)) return [entry];
  }
  return [];
}

/** The folder of a path such as /bus/riskpoint/point; undefined for the root of a service. */
const folderOf = (path: string) => /^(\/[^/]+\/.+)\/[^/]+$/.exec(path)?.[1];

/**
 * The menu entries from the root to a path. Matches the path of an entry, else its group, else the list in the same
 * folder. Empty when nothing matches.
 */
export function trailTo(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  const own = trailWhere(entries, (entry) => entry.path === path || entry.group.includes(path));
  const folder = folderOf(path);
  if (own.length > 0 || folder === undefined) return own;
  return trailWhere(entries, (entry) => entry.path === folder || folderOf(entry.path) === folder);
}

export function entryAt(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  for (const entry of entries) {
    if (entry.path === path && entry.children.length === 0) return entry;
    const match = entryAt(entry.children, path);
    if (match) return match;
  }
  return undefined;
}

export function firstLeaf(entry: MenuEntry): MenuEntry | undefined {
  if (entry.children.length === 0) return entry.path === '' ? undefined : entry;
  for (const child of entry.children) {
    const leaf = firstLeaf(child);
    if (leaf) return leaf;
  }
  return undefined;
}

/** Whether an entry links to an external page (VA-13). */
export const isForeign = ({ path }: Pick<MenuEntry, 'path'>): boolean => isExternalUrl(path);

/** The address of a menu entry, with its query. An external page opens in a frame of this app (RT-30). */
export function addressOf({ path, query, label }: MenuEntry): string {
  if (isForeign({ path })) return `${framePrefix}urlPath?${new URLSearchParams({ name: label, src: path })}`;
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Paths of pages that are unmounted when another tab comes to the front. */
export const uncachedPaths = (entries: readonly MenuEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ path, keepAlive, children }) => [
      ...(keepAlive || path === '' ? [] : [path]),
      ...uncachedPaths(children),
    ]),
  );
