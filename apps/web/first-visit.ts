import type { Plugin } from 'vite';

const grey = /[\\/]src[\\/]lib[\\/]grey\.ts$/;
// The routes come for every page but the first one of a stranger.
const outside = /[\\/](outside[\\/]|outside-)|[\\/]app[\\/]app\.tsx$/;

// Parts of a list that come once its rows stand (ui/list/after-rows.tsx).
const listParts =
  /[\\/]src[\\/](ui[\\/]list[\\/](search-box|choice-select|list-pager|list-sort|column-settings)|widgets[\\/]dict-select)\.tsx$/;

const bubble = /[\\/]antd[\\/]es[\\/]popover[\\/]index\.js$/;
const dropMenu = /[\\/]antd[\\/]es[\\/]dropdown[\\/]index\.js$/;

// The kit's index names every part of it; what a module takes from there is told by its import alone.
const kit = /[\\/]antd[\\/]es[\\/]index\.js$/;
const taken = /import\s*\{([^}]*)\}\s*from\s*["']antd["']/g;
const partsOf = (index: string, code: string): string[] =>
  [...code.matchAll(taken)].flatMap(([, names = '']) =>
    names.split(',').map((name) => {
      const part = name.trim().split(/\s/)[0] ?? '';
      return index.replace(
        'index.js',
        `${part.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}/index.js`,
      );
    }),
  );

interface Together {
  plugin: Plugin;
  /** What both the shell and the page that opens without a network need: that page fetches nothing else of the shell. */
  isKept: (id: string) => boolean;
  isBase: (id: string) => boolean;
  /** What the first page of a stranger fetches after it stands. */
  isSoon: (id: string) => boolean;
  /** What every page but the first one of a stranger needs. */
  isRoutes: (id: string) => boolean;
  /** What the shell shares with pages before sign-in. */
  isShared: (id: string) => boolean;
  isShell: (id: string) => boolean;
  /** What every list draws before its rows stand, and no page before sign-in. */
  isList: (id: string) => boolean;
  /** What opens at a button of the top bar, which lists have too: the bar is not to fetch their controls. */
  isPopover: (id: string) => boolean;
  /** What menus share with the controls of a list, which are not to come with a menu. */
  isOfMenus: (id: string) => boolean;
  /** What every list draws once its rows stand. */
  isAfterRows: (id: string) => boolean;
  /** The module whose list needs it, and nobody but other parts of that module; null for everything else. */
  ownerOf: (id: string) => string | null;
}

// The list of a module, and the folder that a file belongs to.
const listPage = /[\\/]src[\\/]modules[\\/]([^\\/]+)[\\/](?:page|screens[\\/]list)\.tsx$/;
const roomOf = (id: string): string | undefined => /[\\/]src[\\/]modules[\\/]([^\\/]+)[\\/]/.exec(id)?.[1];

/**
 * Which modules stand together because the first visit needs them all: what the shell and home load and no page before
 * sign-in does. Left to itself the bundler cuts them by who shares what: each piece is a request more, and the pieces
 * weigh more than the whole.
 */
export function firstVisit(): Together {
  const known = new Map<string, { statics: readonly string[]; lazy: readonly string[] }>();
  let shell: Set<string> | undefined;
  let routes: Set<string> | undefined;
  let shared: Set<string> | undefined;
  let base: Set<string> | undefined;
  let soon: Set<string> | undefined;
  let list: Set<string> | undefined;
  let kept: Set<string> | undefined;
  let popover: Set<string> | undefined;
  let ofMenus: Set<string> | undefined;
  let afterRows: Set<string> | undefined;
  const owners = new Map<string, string>();

  function reached(from: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const open = [...from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(known.get(id)?.statics ?? []));
    }
    return seen;
  }

  function settle() {
    const all = [...known.keys()];
    const lazy = new Set([...known.values()].flatMap((module) => module.lazy));
    const entry = reached(all.filter((id) => /[\\/]src[\\/]main\.tsx$|index\.html$/.test(id)));
    const before = reached([...lazy].filter((id) => outside.test(id)));
    const inside = reached(
      all.filter((id) => /[\\/]src[\\/](app[\\/]inside|modules[\\/]home[\\/]screens[\\/]index)\.tsx$/.test(id)),
    );
    base = entry;
    soon = new Set([...reached(all.filter((id) => grey.test(id)))].filter((id) => !entry.has(id)));
    const page = reached(all.filter((id) => /[\\/]src[\\/]kit[\\/]resource-page\.tsx$/.test(id)));
    const offline = reached(all.filter((id) => /[\\/]src[\\/]app[\\/]kept[\\/]open\.ts$/.test(id)));
    const elsewhere = (id: string) => inside.has(id) || before.has(id) || page.has(id);
    kept = new Set([...offline].filter((id) => !entry.has(id) && soon?.has(id) !== true && elsewhere(id)));
    const isFree = (id: string) => !entry.has(id) && soon?.has(id) !== true && kept?.has(id) !== true;
    const later = [...inside].filter(isFree);
    const app = reached(all.filter((id) => /[\\/]src[\\/]app[\\/]app\.tsx$/.test(id)));
    routes = new Set([...app].filter((id) => isFree(id)));
    shared = new Set(later.filter((id) => before.has(id) && !app.has(id)));
    shell = new Set(later.filter((id) => !before.has(id)));
    list = new Set([...page].filter((id) => isFree(id) && !inside.has(id) && !before.has(id)));
    const isLate = (id: string) => isFree(id) && !inside.has(id) && !before.has(id) && list?.has(id) !== true;
    popover = new Set([...reached(all.filter((id) => bubble.test(id)))].filter(isLate));
    const parts = reached(all.filter((id) => listParts.test(id)));
    const menus = reached(all.filter((id) => dropMenu.test(id)));
    ofMenus = new Set([...parts].filter((id) => isLate(id) && menus.has(id) && popover?.has(id) !== true));
    afterRows = new Set(
      [...parts].filter((id) => isLate(id) && popover?.has(id) !== true && ofMenus?.has(id) !== true),
    );
    const isTaken = (id: string) => !isLate(id) || [popover, ofMenus, afterRows].some((taken) => taken?.has(id));
    const rooms = new Map<string, (string | undefined)[]>();
    for (const root of lazy) for (const id of reached([root])) rooms.set(id, [...(rooms.get(id) ?? []), roomOf(root)]);
    for (const root of all) {
      const [, room] = listPage.exec(root) ?? [];
      if (room === undefined) continue;
      for (const id of reached([root])) {
        const from = rooms.get(id) ?? [];
        // What only the list has stands in its own part.
        if (lazy.has(id) || isTaken(id) || from.length < 2 || roomOf(id) !== room) continue;
        if (from.every((each) => each === room)) owners.set(id, room);
      }
    }
  }

  const isIn = (which: () => Set<string> | undefined) => (id: string) => {
    if (shell === undefined) settle();
    return which()?.has(id) === true;
  };
  return {
    plugin: {
      name: 'first-visit',
      moduleParsed({ id, code, importedIds, dynamicallyImportedIds }) {
        const parts = importedIds.flatMap((each) => (kit.test(each) ? partsOf(each, code ?? '') : [each]));
        known.set(id, { statics: parts, lazy: dynamicallyImportedIds });
      },
    },
    isKept: isIn(() => kept),
    isShell: isIn(() => shell),
    isList: isIn(() => list),
    isPopover: isIn(() => popover),
    isOfMenus: isIn(() => ofMenus),
    isAfterRows: isIn(() => afterRows),
    isRoutes: isIn(() => routes),
    isShared: isIn(() => shared),
    isBase: isIn(() => base),
    isSoon: isIn(() => soon),
    ownerOf: (id) => {
      if (shell === undefined) settle();
      return owners.get(id) ?? null;
    },
  };
}
