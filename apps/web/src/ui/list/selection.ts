/** What is chosen of a list: rows one by one, or all that a filter leaves but some. */
export type Selection<F> =
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'all'; filter: F; total: number; capped: boolean; except: readonly string[] };

/** Nothing is chosen. */
export const nothing: Selection<never> = { kind: 'ids', ids: [] };

/** How many may be named one by one, chosen or left out. */
export const namedMax = 500;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether the rows that this filter shows can be told to be chosen or not: those of another filter cannot. */
export const speaksOf = <F>(selection: Selection<F>, filter: F): boolean =>
  selection.kind === 'ids' || same(selection.filter, filter);

/** Whether a row that the list shows is chosen. */
export const isChosen = <F>(selection: Selection<F>, key: string): boolean =>
  selection.kind === 'ids' ? selection.ids.includes(key) : !selection.except.includes(key);

/** How many are chosen. */
export const countOf = <F>(selection: Selection<F>): number =>
  selection.kind === 'ids' ? selection.ids.length : Math.max(0, selection.total - selection.except.length);

/** Chooses rows of the page or lets them go; the same selection where more than may be named would be. */
export function setRows<F>(selection: Selection<F>, keys: readonly string[], on: boolean): Selection<F> {
  const named = selection.kind === 'ids' ? selection.ids : selection.except;
  const rest = named.filter((key) => !keys.includes(key));
  // Of a whole filter one names what is left out.
  const next = (selection.kind === 'ids') === on ? [...rest, ...keys] : rest;
  if (next.length > namedMax) return selection;
  return selection.kind === 'ids' ? { ...selection, ids: next } : { ...selection, except: next };
}

/** Chooses all that a filter leaves. */
export const chooseAll = <F>(filter: F, total: number, capped: boolean): Selection<F> => ({
  kind: 'all',
  filter,
  total,
  capped,
  except: [],
});

/** How many of the chosen do not stand on the page. */
export const elsewhere = <F>(selection: Selection<F>, pageKeys: readonly string[]): number =>
  countOf(selection) - pageKeys.filter((key) => isChosen(selection, key)).length;

/** As a call takes it. */
export const inputOf = <F>(selection: Selection<F>): { ids: string[] } | { filter: F; except: string[] } =>
  selection.kind === 'ids' ? { ids: [...selection.ids] } : { filter: selection.filter, except: [...selection.except] };
