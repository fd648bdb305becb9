import { framePrefix } from '@anlan/contract/frame-path';
import * as z from 'zod/mini';

const tab = z.object({
  /** Path and opening query: what makes it one tab and not another. */
  id: z.string(),
  /** What the strip calls it. */
  label: z.string(),
  /** Path. */
  value: z.string(),
  /** The query it was opened with, in one spelling. */
  query: z.string(),
  /** What varies in the path. */
  params: z.record(z.string(), z.string()),
  /** How it shows, and whether it stays when others close. */
  meta: z.object({ icon: z.nullable(z.string()), pinned: z.boolean() }),
  /** Paths of pages that belong to the same entry of the menu. */
  group: z.array(z.string()),
  /** The query it stands at now, for example on page 3 of a filtered list. */
  search: z.string(),
});
/** An open page. */
export type Tab = z.output<typeof tab>;

/** The open pages; `recent` begins with the one in front. */
export const tabsSchema = z.object({ tabs: z.array(tab), active: z.string(), recent: z.array(z.string()) });
/** The open pages. */
export type Tabs = z.output<typeof tabsSchema>;

/** How many pages stay alive behind the one in front, itself included. */
export const aliveMax = 12;
/** How many tabs may be open; one more lets the one go that was left longest ago. */
export const tabsMax = 30;

/** Where somebody goes. */
export interface Going {
  path: string;
  search: string;
  label: string;
  params?: Record<string, string>;
  icon?: string | null;
  group?: readonly string[];
  /** The tab whose own page moves there, as a list does when it turns its page. */
  from?: string | undefined;
  /** Whether its page is to begin anew at that very address, wherever its tab was left. */
  anew?: boolean | undefined;
  /** Whether the screen has one tab, whatever its query: a list goes to the filter that is asked for. */
  single?: boolean | undefined;
  /** Whether a screen with one tab comes back as it was left, as the menu has it. */
  left?: boolean | undefined;
}

/** A query in one spelling, so that the order of its fields makes no second tab. */
export function sameSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const made = ({ path, search, label, params = {}, icon = null, group = [] }: Going): Tab => ({
  id: path + search,
  label,
  value: path,
  query: search,
  params,
  meta: { icon, pinned: false },
  group: [...group],
  search,
});

/** The first page alone. */
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

/** Somebody arrives at an address: a page that moves itself only stands elsewhere, any other address is its own tab. */
export function arrive(state: Tabs, to: Going): Tabs {
  const search = sameSearch(to.search);
  const here = state.tabs.filter(({ value }) => value === to.path);
  const found =
    here.find(({ id }) => id === to.from) ??
    here.find((one) => one.id === state.active && (one.search === search || one.query === search)) ??
    here.find((one) => one.search === search) ??
    here.find(({ query }) => query === search) ??
    (to.single ? here[0] : undefined);
  if (found === undefined) {
    const added = made({ ...to, search });
    return front({ ...state, tabs: [...state.tabs.filter(({ id }) => id !== added.id), added] }, added.id);
  }
  // A page in front goes where it is sent, and so does one that begins anew or has no other tab; one behind comes back
  // as it was left.
  const goes = found.id === state.active || found.id === to.from || to.anew || (to.single && !to.left);
  return goes ? front(changed(state, found.id, { search }), found.id) : front(state, found.id);
}

/** The tab to released when one too many is open: left longest ago, neither first, pinned, in front nor unsaved. */
export function surplus(state: Tabs, unsaved: ReadonlySet<string>): Tab | undefined {
  if (state.tabs.length <= tabsMax) return undefined;
  const age = ({ id }: Tab) => {
    const at = state.recent.indexOf(id);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return state.tabs
    .filter((one) => closable(state, one.id) && one.id !== state.active && !unsaved.has(one.id))
    .reduce<Tab | undefined>((oldest, one) => (oldest && age(oldest) >= age(one) ? oldest : one), undefined);
}

/** Call a tab by another name. */
export const relabel = (state: Tabs, id: string, label: string): Tabs => changed(state, id, { label });

/** Whether a tab may be closed: not the first, not the only one, and no pinned one. */
export const closable = ({ tabs }: Tabs, id: string): boolean =>
  tabs.length > 1 && tabs[0]?.id !== id && tabs.some((one) => one.id === id && !one.meta.pinned);

const without = (state: Tabs, gone: (one: Tab, index: number) => boolean): Tabs => {
  const tabs = state.tabs.filter((one, index) => index === 0 || one.meta.pinned || !gone(one, index));
  return { ...state, tabs, recent: state.recent.filter((id) => tabs.some((one) => one.id === id)) };
};

// What closes with the page in front among it leaves that place to the tab that was asked.
const leaving = (rest: Tabs, id: string): Tabs =>
  rest.tabs.some((one) => one.id === rest.active) ? rest : front(rest, id);

/** Close a tab; in place of the one in front comes its left neighbour. */
export function close(state: Tabs, id: string): Tabs {
  if (!closable(state, id)) return state;
  const index = state.tabs.findIndex((one) => one.id === id);
  return leaving(
    without(state, (one) => one.id === id),
    state.tabs[index - 1]?.id ?? state.tabs[0]?.id ?? '',
  );
}

/** Close all but one, the first and the pinned ones. */
export const closeOthers = (state: Tabs, id: string): Tabs =>
  front(
    without(state, (one) => one.id !== id),
    id,
  );

/** Close what stands on one side of a tab, but for the first and the pinned ones. */
export function closeSide(state: Tabs, id: string, side: 'left' | 'right'): Tabs {
  const at = state.tabs.findIndex((one) => one.id === id);
  if (at < 0) return state;
  return leaving(
    without(state, (_, index) => (side === 'left' ? index < at : index > at)),
    id,
  );
}

/** Close all but the first and the pinned ones; the first comes to the front. */
export const closeAll = (state: Tabs): Tabs =>
  front(
    without(state, () => true),
    state.tabs[0]?.id ?? '',
  );

const zoneOf = ({ tabs }: Tabs, pinned: boolean): [number, number] => {
  const pins = tabs.filter((one, index) => index > 0 && one.meta.pinned).length;
  return pinned ? [1, pins] : [pins + 1, tabs.length - 1];
};

/** Put a tab at another place: the first stays first, pinned ones stand before the others. */
export function move(state: Tabs, id: string, place: number): Tabs {
  const found = state.tabs.find((one) => one.id === id);
  if (!found || state.tabs[0] === found) return state;
  const [from, to] = zoneOf(state, found.meta.pinned);
  const rest = state.tabs.filter((one) => one !== found);
  const at = Math.min(Math.max(place, from), to);
  return { ...state, tabs: [...rest.slice(0, at), found, ...rest.slice(at)] };
}

/** Pin a tab, or let it loose: it goes to the border between the two kinds. */
export function pin(state: Tabs, id: string, pinned: boolean): Tabs {
  const found = state.tabs.find((one) => one.id === id);
  if (!found || state.tabs[0] === found || found.meta.pinned === pinned) return state;
  const next = changed(state, id, { meta: { ...found.meta, pinned } });
  const [from, to] = zoneOf(next, pinned);
  return move(next, id, pinned ? to : from);
}

/** The tabs that keep their page alive: the most recent ones, pinned ones first, and those with input that would be lost. */
export const alive = ({ tabs, recent }: Tabs, unsaved: ReadonlySet<string>): Tab[] => {
  const pinned = new Set(tabs.filter(({ meta }) => meta.pinned).map(({ id }) => id));
  const [first = '', ...rest] = recent;
  const order = [first, ...rest.filter((id) => pinned.has(id)), ...rest.filter((id) => !pinned.has(id))];
  const kept = new Set(order.slice(0, aliveMax));
  return tabs.filter(({ id }) => kept.has(id) || unsaved.has(id));
};

/** Where a tab stands now. */
export const addressOf = ({ value, search }: Tab): string => value + search;

/** What of the menu a tab belongs to: its path, or the address of the stranger's page that it shows. */
export const placeOf = ({ value, query }: Pick<Tab, 'value' | 'query'>): string =>
  value.startsWith(framePrefix) ? (new URLSearchParams(query).get('src') ?? value) : value;
