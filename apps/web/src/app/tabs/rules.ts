import { framePrefix } from '@anlan/contract/frame-path';
import * as z from 'zod/mini';

const tab = z.object({
  /** The identity of the tab: its path, and the query with which it was opened. */
  id: z.string(),
  label: z.string(),
  value: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.string()),
  meta: z.object({ icon: z.nullable(z.string()), pinned: z.boolean() }),
  group: z.array(z.string()),
  search: z.string(),
});
export type Tab = z.output<typeof tab>;

/** The open tabs. `recent` holds tab ids, most recently used first. */
export const tabsSchema = z.object({ tabs: z.array(tab), active: z.string(), recent: z.array(z.string()) });
export type Tabs = z.output<typeof tabsSchema>;

/** Up to this many pages stay mounted, including the page in front. */
export const aliveMax = 12;
/** The limit of open tabs. Opening another tab closes the least recently used tab. */
export const tabsMax = 30;

export interface NavigationTarget {
  path: string;
  search: string;
  label: string;
  params?: Record<string, string>;
  icon?: string | null;
  group?: readonly string[];
  /** Id of the tab that navigates itself, for example when a list goes to its next page. */
  from?: string | undefined;
  /** Whether the page opens at this exact address and does not restore its last state. */
  anew?: boolean | undefined;
  /**
   * Whether the page has only one tab, whatever its query. A link with another filter changes the filter of that tab.
   */
  single?: boolean | undefined;
  /** For a `single` page: whether its tab shows its last state instead of this address. The menu sets this. */
  left?: boolean | undefined;
}

/** Sorts the query parameters, so that their order does not create a second tab. */
export function sameSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const made = ({ path, search, label, params = {}, icon = null, group = [] }: NavigationTarget): Tab => ({
  id: path + search,
  label,
  value: path,
  query: search,
  params,
  meta: { icon, pinned: false },
  group: [...group],
  search,
});

export function onlyFirst(path: string, label: string): Tabs {
  return { tabs: [made({ path, search: '', label, icon: 'home' })], active: path, recent: [path] };
}

const front = (state: Tabs, id: string): Tabs => ({
  ...state,
  active: id,
  recent: [id, ...state.recent.filter((other) => other !== id)],
});

const changed = (state: Tabs, id: string, change: Partial<Tab>): Tabs => ({
  ...state,
  tabs: state.tabs.map((one) => (one.id === id ? { ...one, ...change } : one)),
});

/** Opens an address. A page that navigates itself stays in its tab; any other address gets its own tab. */
export function arrive(state: Tabs, to: NavigationTarget): Tabs {
  const search = sameSearch(to.search);
  const here = state.tabs.filter(({ value }) => value === to.path);
  const target =
    here.find(({ id }) => id === to.from) ??
    here.find((one) => one.id === state.active && (one.search === search || one.query === search)) ??
    here.find((one) => one.search === search) ??
    here.find(({ query }) => query === search) ??
    (to.single ? here[0] : undefined);
  if (target === undefined) {
    const added = made({ ...to, search });
    return front({ ...state, tabs: [...state.tabs.filter(({ id }) => id !== added.id), added] }, added.id);
  }
  // The tab changes to the requested address when the tab is in front, navigates itself, starts fresh or is the only
  // tab of its page. Any other tab shows its last state.
  const goes = target.id === state.active || target.id === to.from || to.anew || (to.single && !to.left);
  return goes ? front(changed(state, target.id, { search }), target.id) : front(state, target.id);
}

/**
 * The tab to close when the limit is exceeded: the least recently used tab that is not first, pinned, in front or
 * unsaved.
 */
export function tabToEvict(state: Tabs, unsaved: ReadonlySet<string>): Tab | undefined {
  if (state.tabs.length <= tabsMax) return undefined;
  const age = ({ id }: Tab) => {
    const at = state.recent.indexOf(id);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return state.tabs
    .filter((one) => closable(state, one.id) && one.id !== state.active && !unsaved.has(one.id))
    .reduce<Tab | undefined>((oldest, one) => (oldest && age(oldest) >= age(one) ? oldest : one), undefined);
}

export const relabel = (state: Tabs, id: string, label: string): Tabs => changed(state, id, { label });

/** Whether a tab may be closed. The first tab, the only tab and pinned tabs may not. */
export const closable = ({ tabs }: Tabs, id: string): boolean =>
  tabs.length > 1 && tabs[0]?.id !== id && tabs.some((one) => one.id === id && !one.meta.pinned);

const without = (state: Tabs, gone: (one: Tab, index: number) => boolean): Tabs => {
  const tabs = state.tabs.filter((one, index) => index === 0 || one.meta.pinned || !gone(one, index));
  return { ...state, tabs, recent: state.recent.filter((id) => tabs.some((one) => one.id === id)) };
};

// After several tabs closed: when the tab in front closed too, the clicked tab comes to the front.
const leaving = (rest: Tabs, id: string): Tabs =>
  rest.tabs.some((one) => one.id === rest.active) ? rest : front(rest, id);

export function close(state: Tabs, id: string): Tabs {
  if (!closable(state, id)) return state;
  const index = state.tabs.findIndex((one) => one.id === id);
  return leaving(
    without(state, (one) => one.id === id),
    state.tabs[index - 1]?.id ?? state.tabs[0]?.id ?? '',
  );
}

export const closeOthers = (state: Tabs, id: string): Tabs =>
  front(
    without(state, (one) => one.id !== id),
    id,
  );

export function closeSide(state: Tabs, id: string, side: 'left' | 'right'): Tabs {
  const at = state.tabs.findIndex((one) => one.id === id);
  if (at < 0) return state;
  return leaving(
    without(state, (_, index) => (side === 'left' ? index < at : index > at)),
    id,
  );
}

export const closeAll = (state: Tabs): Tabs =>
  front(
    without(state, () => true),
    state.tabs[0]?.id ?? '',
  );

const zoneOf = ({ tabs }: Tabs, pinned: boolean): [number, number] => {
  const pins = tabs.filter((one, index) => index > 0 && one.meta.pinned).length;
  return pinned ? [1, pins] : [pins + 1, tabs.length - 1];
};

/** Moves a tab in the strip. The first tab stays first, and pinned tabs stay before the others. */
export function move(state: Tabs, id: string, place: number): Tabs {
  const movedTab = state.tabs.find((one) => one.id === id);
  if (!movedTab || state.tabs[0] === movedTab) return state;
  const [from, to] = zoneOf(state, movedTab.meta.pinned);
  const rest = state.tabs.filter((one) => one !== movedTab);
  const at = Math.min(Math.max(place, from), to);
  return { ...state, tabs: [...rest.slice(0, at), movedTab, ...rest.slice(at)] };
}

/** Pins or unpins a tab and moves it between the pinned and the other tabs. */
export function pin(state: Tabs, id: string, pinned: boolean): Tabs {
  const pinnedTab = state.tabs.find((one) => one.id === id);
  if (!pinnedTab || state.tabs[0] === pinnedTab || pinnedTab.meta.pinned === pinned) return state;
  const next = changed(state, id, { meta: { ...pinnedTab.meta, pinned } });
  const [from, to] = zoneOf(next, pinned);
  return move(next, id, pinned ? to : from);
}

/** The tabs whose pages stay mounted: pinned, recent and unsaved tabs. */
export const alive = ({ tabs, recent }: Tabs, unsaved: ReadonlySet<string>): Tab[] => {
  const pinned = new Set(tabs.filter(({ meta }) => meta.pinned).map(({ id }) => id));
  const [first = '', ...rest] = recent;
  const order = [first, ...rest.filter((id) => pinned.has(id)), ...rest.filter((id) => !pinned.has(id))];
  const aliveIds = new Set(order.slice(0, aliveMax));
  return tabs.filter(({ id }) => aliveIds.has(id) || unsaved.has(id));
};

export const addressOf = ({ value, search }: Tab): string => value + search;

/** The path that identifies a tab in the menu: its own path, or the external address shown in its frame. */
export const placeOf = ({ value, query }: Pick<Tab, 'value' | 'query'>): string =>
  value.startsWith(framePrefix) ? (new URLSearchParams(query).get('src') ?? value) : value;
