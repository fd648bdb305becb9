import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { isExternalUrl } from '@anlan/contract/domain/values';
import { framePrefix } from '@anlan/contract/frame-path';

/** The menu as these roles see it: buttons, hidden entries and empty branches are gone (spec §6). */
export function visibleMenu(entries: readonly MenuEntry[], roles: readonly string[]): MenuEntry[] {
  return entries
    .filter(
      ({ type, meta }) => type === '0' && (meta.roles.length === 0 || meta.roles.some((one) => roles.includes(one))),
    )
    .map((entry) => ({ ...entry, children: visibleMenu(entry.children, roles) }))
    .filter(({ path, children }) => path !== '' || children.length > 0)
    .toSorted((one, other) => one.sort - other.sort);
}

/** The entries from the top menu down to the first that fits. */
function trailWhere(entries: readonly MenuEntry[], fits: (entry: MenuEntry) => boolean): MenuEntry[] {
  for (const entry of entries) {
    const below = trailWhere(entry.children, fits);
    if (below.length > 0) return [entry, ...below];
    if (fits(entry)) return [entry];
  }
  return [];
}

/** The folder of a page such as /bus/riskpoint/point; none where it is the whole of a service. */
const folderOf = (path: string) => /^(\/[^/]+\/.+)\/[^/]+$/.exec(path)?.[1];

/**
 * The entries from the top menu down to the one that owns a path, by its path or its group, else to the list in whose
 * folder it lies: a record stands where its list does. Empty when none does.
 */
export function trailTo(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  const own = trailWhere(entries, (entry) => entry.path === path || entry.group.includes(path));
  const folder = folderOf(path);
  if (own.length > 0 || folder === undefined) return own;
  return trailWhere(entries, (entry) => entry.path === folder || folderOf(entry.path) === folder);
}

/** The entry whose own path it is. */
export function entryAt(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  for (const entry of entries) {
    if (entry.path === path && entry.children.length === 0) return entry;
    const found = entryAt(entry.children, path);
    if (found) return found;
  }
  return undefined;
}

/** The first entry that opens a page. */
export function firstLeaf(entry: MenuEntry): MenuEntry | undefined {
  if (entry.children.length === 0) return entry.path === '' ? undefined : entry;
  for (const child of entry.children) {
    const leaf = firstLeaf(child);
    if (leaf) return leaf;
  }
  return undefined;
}

/** Whether an entry leads to a page of somebody else (VA-13). */
export const isForeign = ({ path }: Pick<MenuEntry, 'path'>): boolean => isExternalUrl(path);

/** Where an entry leads: its path with its query; a page of somebody else is shown in a frame of ours (RT-30). */
export function addressOf({ path, query, label }: MenuEntry): string {
  if (isForeign({ path })) return `${framePrefix}urlPath?${new URLSearchParams({ name: label, src: path })}`;
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Paths of pages that do not stay alive behind others. */
export const fleeting = (entries: readonly MenuEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ path, keepAlive, children }) => [
      ...(keepAlive || path === '' ? [] : [path]),
      ...fleeting(children),
    ]),
  );
