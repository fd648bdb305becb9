import type { Page } from '@anlan/contract/domain/paging';
import type { ReactNode } from 'react';
import type { ColumnUse, ListColumn } from './columns.ts';
import type { RowAction } from './row-actions.tsx';
import type { Choosing } from './selection-bar.tsx';
import type { ListQuery } from './use-list-query.ts';

/** What a list shows of a query's result (TanStack Query's own fits). */
export interface ListState<R> {
  data: Page<R> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What makes a list. */
export interface ListProps<R extends object, F, S extends string> {
  /** What the list is called, for screen readers: 企业列表. */
  label: string;
  /** Under which name a person's columns are kept: list and person. */
  settings: string;
  query: ListQuery<F, S>;
  /** What the list is asked with, where the page narrows it further than the person's own filters. */
  asked?: F | undefined;
  state: ListState<R>;
  columns: readonly ListColumn<R, S>[];
  rowKey: (row: R) => string;
  /** How a person would call the row. */
  rowName: (row: R) => string;
  /** What this person can do with this row; only what works is offered. */
  actions: (row: R) => readonly RowAction[];
  /** Room for these where their words are longer than 查看 编辑 更多. */
  actionsWidth?: number;
  /** Three lines for a phone: what, its state, whose turn and when. */
  card: (row: R) => ReactNode;
  /** The filters above; gets the column settings (on a phone the order) to place, and the columns as they stand. */
  filters: (settings: ReactNode, columns: ColumnUse) => ReactNode;
  /** What to do when there is nothing yet; with filters the list says so itself. */
  empty: ReactNode;
  /** Chosen rows; leave out where nothing can be done with several. */
  selection?: Choosing<F> | undefined;
}
