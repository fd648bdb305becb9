import type { Page } from '@anlan/contract/domain/paging';
import { Alert, Button, Pagination, Select } from 'antd';
import { Suspense, use, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { fetchPartOnce } from '#lib/fetch-part.ts';
import { Empty, SlowNote } from '#ui/states.tsx';
import { ColumnSettings, useColumnChoice } from './column-settings.tsx';
import { arrange, plainActionsWidth, readChoice, type ColumnUse, type ListColumn } from './columns.ts';
import { ListCards } from './list-cards.tsx';
import { CardSkeleton, TableSkeleton } from './list-skeleton.tsx';
import type { RowsProps } from './list-rows.tsx';
import { stayInList } from './list-filters.tsx';
import { lastPage } from './query.ts';
import type { RowAction } from './row-actions.tsx';
import { chooseAll, countOf } from './selection.ts';
import { SelectionBar, type Choosing } from './selection-bar.tsx';
import type { ListQuery } from './use-list-query.ts';
import { useNarrow } from './use-narrow.ts';
import './list.css';

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

/** A list: filters, rows (a table, or cards on a phone), its states, and the pager. */
export function ListTable<R extends object, F, S extends string>(props: ListProps<R, F, S>) {
  const { query, state, columns, selection, asked = query.input.filter } = props;
  const narrow = useNarrow();
  const [choice, choose] = useColumnChoice(props.settings, columns);
  const shown = useMemo(() => arrange(columns, choice), [columns, choice]);
  const columnSettings = useMemo(
    () => (narrow ? null : <ColumnSettings columns={columns} choice={choice} onChange={choose} />),
    [narrow, columns, choice, choose],
  );
  const settings = columnSettings ?? <SortSelect query={query} columns={columns} />;
  useEffect(() => {
    // The table's code comes beside the rows, not after them; a failure is told by whoever shows it.
    if (!narrow) rowsPart().catch(() => undefined);
  }, [narrow]);
  const list = useTopOf(query.input.page);
  const bones = (
    <TableSkeleton
      columns={shown}
      ticks={selection !== undefined}
      actionsWidth={props.actionsWidth ?? plainActionsWidth}
    />
  );
  const rows = state.data?.rows;
  const last = state.data && lastPage(state.data.total, query.input.size);
  const { setPage } = query;
  useEffect(() => {
    if (last !== undefined && !state.isFetching && query.input.page > last) setPage(last);
  }, [last, state.isFetching, query.input.page, setPage]);
  const bar = selection && countOf(selection.chosen) > 0 && (
    <SelectionBar
      {...selection}
      filter={asked}
      pageKeys={rows?.map(props.rowKey) ?? []}
      total={state.data?.total ?? 0}
      capped={state.data?.totalIsEstimate === true}
      onAll={() => selection.onChange(chooseAll(asked, state.data?.total ?? 0, state.data?.totalIsEstimate === true))}
      onShow={query.replaceFilter}
    />
  );
  return (
    <section ref={list} className="list" aria-label={props.label} aria-busy={state.isFetching} tabIndex={-1}>
      {props.filters(settings, { choice, choose, fit: (kept) => readChoice(kept, columns) })}
      {state.error && <Failure error={state.error} retry={state.refetch} />}
      {rows?.length === 0 && <Nothing query={query} empty={props.empty} />}
      {!rows && !state.error && (narrow ? <CardSkeleton /> : bones)}
      {state.isFetching && <SlowNote />}
      {rows &&
        rows.length > 0 &&
        (narrow ? (
          <ListCards {...props} rows={rows} />
        ) : (
          <Suspense fallback={bones}>
            <Rows {...props} rows={rows} shown={shown} />
          </Suspense>
        ))}
      {rows && rows.length > 0 && <Foot query={query} page={state.data} narrow={narrow} />}
      {bar}
    </section>
  );
}

// After turning a page the list stands at its top, where it is out of sight.
function useTopOf(page: number) {
  const list = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page) list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = page;
  }, [page]);
  return list;
}

// A phone shows cards and never fetches the kit's table, which is the heaviest part of a list.
const rowsPart = fetchPartOnce(() => import('./list-rows.tsx'));

function Rows<R extends object, F, S extends string>(props: RowsProps<R, F, S>) {
  const { ListRows } = use(rowsPart());
  return <ListRows {...props} />;
}

function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Alert
      className="list-failure"
      type="error"
      showIcon
      title="列表没有加载成功"
      description={error.message}
      action={<Button onClick={() => void retry()}>重试</Button>}
    />
  );
}

function Nothing<F, S extends string>({ query, empty }: { query: ListQuery<F, S>; empty: ReactNode }) {
  if (query.filters === 0) return <div className="list-nothing">{empty}</div>;
  return (
    <div className="list-nothing">
      <Empty icon="search" title="没有符合筛选条件的记录">
        <Button
          onClick={({ currentTarget }) => {
            stayInList(currentTarget);
            query.clear();
          }}
        >
          清除筛选
        </Button>
      </Empty>
    </div>
  );
}

function SortSelect<R, F, S extends string>({
  query,
  columns,
}: {
  query: ListQuery<F, S>;
  columns: readonly ListColumn<R, S>[];
}) {
  const [now] = query.input.sort;
  const ways = columns.flatMap(({ title, sort }) =>
    sort
      ? [
          { value: `${sort} 0`, label: `${title} ↑` },
          { value: `${sort} 1`, label: `${title} ↓` },
        ]
      : [],
  );
  if (ways.length === 0) return null;
  return (
    <Select
      className="list-sort"
      aria-label="排序"
      placeholder="排序"
      options={ways}
      value={now ? `${now.by} ${Number(now.desc)}` : null}
      onChange={(way: string) => {
        const by = columns.find(({ sort }) => sort !== undefined && way.startsWith(`${sort} `))?.sort;
        query.setSort(by && { by, desc: way.endsWith('1') });
      }}
    />
  );
}

interface FootProps<R, F, S extends string> {
  query: ListQuery<F, S>;
  page: Page<R> | undefined;
  narrow: boolean;
}

function Foot<R, F, S extends string>({ query, page, narrow }: FootProps<R, F, S>) {
  const total = page?.total ?? 0;
  const { input, setPage } = query;
  return (
    <footer className="list-foot">
      <span role="status">{`共 ${total}${page?.totalIsEstimate ? '+' : ''} 条`}</span>
      <Pagination
        size="small"
        simple={narrow ? { readOnly: true } : false}
        current={input.page}
        pageSize={input.size}
        total={total}
        showSizeChanger={narrow ? false : { 'aria-label': '每页条数' }}
        pageSizeOptions={[10, 20, 50, 100]}
        onChange={setPage}
      />
    </footer>
  );
}
