import type { Page } from '@anlan/contract/domain/paging';
import type { ReactNode } from 'react';
import type { ColumnUse, ListColumn } from './columns.ts';
import type { RowAction } from './row-actions.tsx';
import type { Choosing } from './selection-bar.tsx';
import type { ListQuery } from './use-list-query.ts';

export interface ListState<R> {
  data: Page<R> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ListProps<R extends object, F, S extends string> {
  label: string;
  /** The storage name of the column settings; it contains list and user. */
  settings: string;
  query: ListQuery<F, S>;
  /** The filter actually requested, when the page limits the rows further than the user's filter. */
  filter?: F | undefined;
  state: ListState<R>;
  columns: readonly ListColumn<R, S>[];
  rowKey: (row: R) => string;
  rowName: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
  actionsWidth?: number;
  /** Renders a row as a card for a phone, in three lines: name, state, and who must act by when. */
  card: (row: R) => ReactNode;
  /** Renders the filter row. `settings` is the control for columns (on a phone for sorting). */
  filters: (settings: ReactNode, columns: ColumnUse) => ReactNode;
  empty: ReactNode;
  /** The selected rows. Omit it when the list has no bulk actions. */
  selection?: Choosing<F> | undefined;
}
