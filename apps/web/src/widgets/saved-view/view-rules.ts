import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import type { ColumnUse } from '#ui/list/columns.ts';
import { viewName } from '#ui/list/view-name.ts';

/** A list whose views are kept. */
export interface ViewedList {
  /** The list by its key. */
  list: string;
  /** Under which name a person's columns are kept while no view is in force. */
  settings: string;
  /** What of a query the list understands, in one spelling, without page and size. */
  understood: (said: URLSearchParams) => URLSearchParams;
  /** Names in the URL that are of the page around the list and belong to its view: the tab. */
  beside: readonly string[];
  /** What people call a filter. */
  labelOf: (name: string) => string;
  columns: ColumnUse;
  /** Whether it was entered without filters: it may open with the person's default. */
  fresh: boolean;
}
type Reader = Pick<ViewedList, 'understood' | 'beside' | 'labelOf'>;

// Where one stands in a list belongs to no view.
const passing: readonly string[] = ['current', 'size', viewName];
const sorting: readonly string[] = ['descs', 'ascs'];

/** A query as a view keeps it: what the list understands, and the tab. */
export function queryOf({ understood, beside }: Reader, said: URLSearchParams): string {
  const kept = understood(said);
  for (const name of beside) for (const value of said.getAll(name)) kept.append(name, value);
  kept.sort();
  return kept.toString();
}

/** A stored query as the list takes it today, and what it named that the list does not know any more, in words. */
export function readView(reader: Reader, stored: string): { query: string; ignored: string[] } {
  const said = new URLSearchParams(stored);
  const query = queryOf(reader, said);
  const known = new URLSearchParams(query);
  const gone = [...new Set(said.keys())].filter((name) => !known.has(name) && !passing.includes(name));
  const labels = gone.map((name) => (sorting.includes(name) ? '排序' : reader.labelOf(name)));
  return { query, ignored: [...new Set(labels)] };
}

/** Whether a list stands as its view has it: filters, order and columns. */
export function isAsKept(list: ViewedList, view: SavedView, said: URLSearchParams): boolean {
  return queryOf(list, said) === readView(list, view.query).query && hasColumns(list.columns, view);
}
const hasColumns = ({ choice, fit }: ColumnUse, { columns }: Pick<SavedView, 'columns'>): boolean => {
  if (columns === null) return true;
  const kept = fit(columns);
  return kept.order.join() === choice.order.join() && kept.hidden.toSorted().join() === choice.hidden.toSorted().join();
};
