import type { Plugin } from 'vite';

const grey = /[\\/]src[\\/]lib[\\/]grey\.ts$/;
// Matches files of the pages before sign-in, and app.tsx, which loads the routes. Every page loads the routes except
// the first page before sign-in.
const outside = /[\\/](outside[\\/]|outside-)|[\\/]app[\\/]app\.tsx$/;

// Parts of a list page that load only after the rows are shown (see ui/list/after-rows.tsx).
const listParts =
  /[\\/]src[\\/](ui[\\/]list[\\/](search-box|choice-select|list-pager|list-sort|column-settings)|widgets[\\/]dict-select)\.tsx$/;

const bubble = /[\\/]antd[\\/]es[\\/]popover[\\/]index\.js$/;
const dropMenu = /[\\/]antd[\\/]es[\\/]dropdown[\\/]index\.js$/;

// The index of antd re-exports every component. Only the import statement of a module shows which components it uses.
const kit = /[\\/]antd[\\/]es[\\/]index\.js$/;
const antdImport = /import\s*\{([^}]*)\}\s*from\s*["']antd["']/g;
const partsOf = (index: string, code: string): string[] =>
  [...code.matchAll(antdImport)].flatMap(([, names = '']) =>
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
  /** Whether the shell and the offline page both need the file. The offline page loads no other file of the shell. */
  isKept: (id: string) => boolean;
  isBase: (id: string) => boolean;
  /** Whether the file loads only after the first page before sign-in is shown. */
  isSoon: (id: string) => boolean;
  isRoutes: (id: string) => boolean;
  isShared: (id: string) => boolean;
  isShell: (id: string) => boolean;
  /** Whether every list needs the file before it shows rows, and no page before sign-in needs it. */
  isList: (id: string) => boolean;
  isPopover: (id: string) => boolean;
  /**
   * Whether menus and list controls share the file. It has its own chunk, so that a menu does not load the list
   * controls.
   */
  isOfMenus: (id: string) => boolean;
  isAfterRows: (id: string) => boolean;
  /** The module that alone needs the file; null when several modules need it. */
  ownerOf: (id: string) => string | null;
}

// `listPage` matches the list page of a module. `roomOf` returns the module folder that contains a file.
const listPage = /[\\/]src[\\/]modules[\\/]([^\\/]+)[\\/](?:page|screens[\\/]list)\.tsx$/;
const roomOf = (id: string): string | undefined => /[\\/]src[\\/]modules[\\/]([^\\/]+)[\\/]/.exec(id)?.[1];

/**
 * Groups the chunks that the shell and the home page load but no page before sign-in needs. Rollup alone would make
 * many small chunks, which cost more requests and more bytes.
 */
export function firstVisit(): Together {
  const modules = new Map<string, { statics: readonly string[]; lazy: readonly string[] }>();
  let shell: Set<string> | undefined;
  let routes: Set<string> | undefined;
  let shared: Set<string> | undefined;
  let base: Set<string> | undefined;
  let soon: Set<string> | undefined;
  let list: Set<string> | undefined;
  let offlineCode: Set<string> | undefined;
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
      open.push(...(modules.get(id)?.statics ?? []));
    }
    return seen;
  }

  function settle() {
    const all = [...modules.keys()];
    const lazy = new Set([...modules.values()].flatMap((module) => module.lazy));
    const entry = reached(all.filter((id) => /[\\/]src[\\/]main\.tsx$|index\.html$/.test(id)));
    const before = reached([...lazy].filter((id) => outside.test(id)));
    const inside = reached(
      all.filter((id) =>
        /[\\/]src[\\/](app[\\/]signed-in-shell|modules[\\/]home[\\/]screens[\\/]index)\.tsx$/.test(id),
      ),
    );
    base = entry;
    soon = new Set([...reached(all.filter((id) => grey.test(id)))].filter((id) => !entry.has(id)));
    const page = reached(all.filter((id) => /[\\/]src[\\/]kit[\\/]resource-page\.tsx$/.test(id)));
    const offline = reached(all.filter((id) => /[\\/]src[\\/]app[\\/]offline[\\/]open\.ts$/.test(id)));
    const elsewhere = (id: string) => inside.has(id) || before.has(id) || page.has(id);
    offlineCode = new Set([...offline].filter((id) => !entry.has(id) && soon?.has(id) !== true && elsewhere(id)));
    const isFree = (id: string) => !entry.has(id) && soon?.has(id) !== true && offlineCode?.has(id) !== true;
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
    const isTaken = (id: string) => !isLate(id) || [popover, ofMenus, afterRows].some((group) => group?.has(id));
    const rooms = new Map<string, (string | undefined)[]>();
    for (const root of lazy) for (const id of reached([root])) rooms.set(id, [...(rooms.get(id) ?? []), roomOf(root)]);
    for (const root of all) {
      const [, room] = listPage.exec(root) ?? [];
      if (room === undefined) continue;
      for (const id of reached([root])) {
        const from = rooms.get(id) ?? [];
        // A file used only by the list page of a module goes into a chunk of its own.
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
        modules.set(id, { statics: parts, lazy: dynamicallyImportedIds });
      },
    },
    isKept: isIn(() => offlineCode),
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
