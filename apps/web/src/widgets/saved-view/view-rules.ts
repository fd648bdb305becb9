import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import type { ColumnUse } from '#ui/list/columns.ts';
import { viewName } from '#ui/list/view-name.ts';

export interface ViewedList {
  list: string;
  settings: string;
  /** Normalizes a query to the parts that the list supports, without page and size. */
  understood: (said: URLSearchParams) => URLSearchParams;
  beside: readonly string[];
  pageParams: readonly string[];
  labelOf: (name: string) => string;
  columns: ColumnUse;
  fresh: boolean;
}
type Reader = Pick<ViewedList, 'understood' | 'beside' | 'labelOf'>;

// URL parameters that no view stores: the position in the list and the view itself.
const passing: readonly string[] = ['current', 'size', viewName];
const sorting: readonly string[] = ['descs', 'ascs'];

/** The query that a view stores: the parts that the list supports, and the tab. */
export function queryOf({ understood, beside }: Reader, params: URLSearchParams): string {
  const result = understood(params);
  for (const name of beside) for (const value of params.getAll(name)) result.append(name, value);
  result.sort();
  return result.toString();
}

/**
 * Reads the query of a stored view. Returns the parts that the list still supports, and the labels of the parts it
 * ignores.
 */
export function readView(reader: Reader, stored: string): { query: string; ignored: string[] } {
  const params = new URLSearchParams(stored);
  const query = queryOf(reader, params);
  const supported = new URLSearchParams(query);
  const gone = [...new Set(params.keys())].filter((name) => !supported.has(name) && !passing.includes(name));
  const labels = gone.map((name) => (sorting.includes(name) ? '排序' : reader.labelOf(name)));
  return { query, ignored: [...new Set(labels)] };
}

export function isUnchanged(list: ViewedList, view: SavedView, params: URLSearchParams): boolean {
  return queryOf(list, params) === readView(list, view.query).query && hasColumns(list.columns, view);
}
const hasColumns = ({ choice, fit }: ColumnUse, { columns }: Pick<SavedView, 'columns'>): boolean => {
  if (columns === null) return true;
  const fitted = fit(columns);
  return (
    fitted.order.join() === choice.order.join() && fitted.hidden.toSorted().join() === choice.hidden.toSorted().join()
  );
};
