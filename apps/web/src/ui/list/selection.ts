/** The selected rows of a list: named rows, or all rows of a filter except some. */
export type Selection<F> =
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'all'; filter: F; total: number; capped: boolean; except: readonly string[] };

export const emptySelection: Selection<never> = { kind: 'ids', ids: [] };

/** Maximum number of rows that a selection names, as selected or as excluded. */
export const namedMax = 500;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether the selection applies to the rows of this filter. A selection of all rows of another filter does not. */
export const coversFilter = <F>(selection: Selection<F>, filter: F): boolean =>
  selection.kind === 'ids' || same(selection.filter, filter);

export const isChosen = <F>(selection: Selection<F>, key: string): boolean =>
  selection.kind === 'ids' ? selection.ids.includes(key) : !selection.except.includes(key);

export const countOf = <F>(selection: Selection<F>): number =>
  selection.kind === 'ids' ? selection.ids.length : Math.max(0, selection.total - selection.except.length);

/** Selects or deselects rows. When that exceeds `namedMax`, the selection is returned unchanged. */
export function setRows<F>(selection: Selection<F>, keys: readonly string[], on: boolean): Selection<F> {
  const named = selection.kind === 'ids' ? selection.ids : selection.except;
  const rest = named.filter((key) => !keys.includes(key));
  // A selection of a whole filter stores the excluded rows, so selecting a row removes it from that list.
  const next = (selection.kind === 'ids') === on ? [...rest, ...keys] : rest;
  if (next.length > namedMax) return selection;
  return selection.kind === 'ids' ? { ...selection, ids: next } : { ...selection, except: next };
}

export const chooseAll = <F>(filter: F, total: number, capped: boolean): Selection<F> => ({
  kind: 'all',
  filter,
  total,
  capped,
  except: [],
});

export const countElsewhere = <F>(selection: Selection<F>, pageKeys: readonly string[]): number =>
  countOf(selection) - pageKeys.filter((key) => isChosen(selection, key)).length;

export const inputOf = <F>(selection: Selection<F>): { ids: string[] } | { filter: F; except: string[] } =>
  selection.kind === 'ids' ? { ids: [...selection.ids] } : { filter: selection.filter, except: [...selection.except] };
