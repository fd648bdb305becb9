import * as z from 'zod/mini';

const tab = z.object({
  /** Path and opening query: what makes it one tab and not another. */
  id: z.string(),
  path: z.string(),
  /** The query it was opened with. */
  opening: z.string(),
  /** The query it stands at now, for example on page 3 of a filtered list. */
  search: z.string(),
  label: z.string(),
});
/** An open page. */
export type Tab = z.output<typeof tab>;

/** The open pages; `recent` begins with the one in front. */
export const tabsSchema = z.object({ tabs: z.array(tab), active: z.string(), recent: z.array(z.string()) });
/** The open pages. */
export type Tabs = z.output<typeof tabsSchema>;

/** How many pages stay alive behind the one in front, itself included. */
export const aliveMax = 12;

/** A query in one spelling, so that the order of its fields makes no second tab. */
export function sameSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The first page alone. */
export function onlyFirst(path: string, label: string): Tabs {
  const first: Tab = { id: path, path, opening: '', search: '', label };
  return { tabs: [first], active: path, recent: [path] };
}

const front = (state: Tabs, id: string): Tabs => ({
  ...state,
  active: id,
  recent: [id, ...state.recent.filter((other) => other !== id)],
});

const stand = (state: Tabs, id: string, search: string): Tabs => ({
  ...state,
  tabs: state.tabs.map((one) => (one.id === id ? { ...one, search } : one)),
});

/** Somebody arrives at an address: within the page in front it only changes where that page stands. */
export function arrive(state: Tabs, to: { path: string; search: string; label: string }): Tabs {
  const search = sameSearch(to.search);
  const here = state.tabs.filter(({ path }) => path === to.path);
  const found =
    here.find(({ id }) => id === state.active) ??
    here.find((one) => one.search === search) ??
    here.find(({ opening }) => opening === search);
  if (found?.id === state.active) return stand(state, found.id, search);
  if (found) return front(state, found.id);
  const id = to.path + search;
  const added: Tab = { id, path: to.path, opening: search, search, label: to.label };
  return front({ ...state, tabs: [...state.tabs.filter((one) => one.id !== id), added] }, id);
}

/** Call a tab by another name. */
export const relabel = (state: Tabs, id: string, label: string): Tabs => ({
  ...state,
  tabs: state.tabs.map((one) => (one.id === id ? { ...one, label } : one)),
});

/** Whether a tab may be closed: not the first, and not the only one. */
export const closable = ({ tabs }: Tabs, id: string): boolean => tabs.length > 1 && tabs[0]?.id !== id;

const without = (state: Tabs, gone: (one: Tab, index: number) => boolean): Tabs => {
  const tabs = state.tabs.filter((one, index) => !gone(one, index));
  return { ...state, tabs, recent: state.recent.filter((id) => tabs.some((one) => one.id === id)) };
};

/** Close a tab; in place of the one in front comes its left neighbour. */
export function close(state: Tabs, id: string): Tabs {
  if (!closable(state, id)) return state;
  const index = state.tabs.findIndex((one) => one.id === id);
  if (index < 0) return state;
  const rest = without(state, (one) => one.id === id);
  return id === state.active ? front(rest, state.tabs[index - 1]?.id ?? state.tabs[0]?.id ?? '') : rest;
}

/** Close all but one and the first. */
export const closeOthers = (state: Tabs, id: string): Tabs =>
  front(
    without(state, (one, index) => index > 0 && one.id !== id),
    id,
  );

/** Close all but the first. */
export function closeAll(state: Tabs): Tabs {
  const first = state.tabs[0]?.id ?? '';
  return front(
    without(state, (_, index) => index > 0),
    first,
  );
}

/** The tabs that keep their page alive: the most recent ones, and those with input that would be lost. */
export const alive = ({ tabs, recent }: Tabs, unsaved: ReadonlySet<string>): Tab[] => {
  const kept = new Set(recent.slice(0, aliveMax));
  return tabs.filter(({ id }) => kept.has(id) || unsaved.has(id));
};

/** Where a tab stands now. */
export const addressOf = ({ path, search }: Tab): string => path + search;
