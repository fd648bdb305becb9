import { numberText } from '@anlan/contract/domain/number-text';
import type { Page } from '@anlan/contract/domain/paging';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Empty, SlowNote } from '#ui/page-states.tsx';
import { AfterRows, RowsPainted, usePainted } from './after-rows.tsx';
import { arrange, plainActionsWidth, readChoice, type ColumnUse } from './columns.ts';
import { ListCards } from './list-cards.tsx';
import { CardSkeleton, TableSkeleton } from './list-skeleton.tsx';
import type { ListProps } from './list-props.ts';
import { ListRows } from './list-rows.tsx';
import { stayInList } from './list-filters.tsx';
import { lastPage } from './query.ts';
import { chooseAll, countOf } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ListQuery } from './use-list-query.ts';
import { useColumnChoice } from './use-column-choice.ts';
import { useNarrow } from './use-narrow.ts';
import './list-table.css';
import './list.css';

const ColumnSettings = lazyPart(async () => (await import('./column-settings.tsx')).ColumnSettings);
const Pager = lazyPart(async () => (await import('./list-pager.tsx')).Pager);
const SortSelect = lazyPart(async () => (await import('./list-sort.tsx')).SortSelect);

const sortRoom = <span className="list-room list-sort" />;
const settingsRoom = <span className="list-room list-settings" />;

export function ListTable<R extends object, F, S extends string>(props: ListProps<R, F, S>) {
  const { query, state, columns, selection, filter: asked = query.input.filter } = props;
  const narrow = useNarrow();
  const [choice, choose] = useColumnChoice(props.settings, columns);
  const shown = useMemo(() => arrange(columns, choice), [columns, choice]);
  const settings = useMemo(
    () =>
      narrow ? null : (
        <AfterRows room={settingsRoom}>
          <ColumnSettings columns={columns} choice={choice} onChange={choose} />
        </AfterRows>
      ),
    [narrow, columns, choice, choose],
  );
  const list = useTopOf(query.input.page);
  const bones = (
    <TableSkeleton
      columns={shown}
      ticks={selection !== undefined}
      actionsWidth={props.actionsWidth ?? plainActionsWidth}
    />
  );
  const painted = usePainted(state.data !== undefined || state.error !== null);
  const rows = state.data?.rows;
  const last = state.data && lastPage(state.data.total, query.input.size);
  const { setPage } = query;
  useEffect(() => {
    if (last !== undefined && !state.isFetching && query.input.page > last) setPage(last);
  }, [last, state.isFetching, query.input.page, setPage]);
  const sortBy = (by: string | undefined, desc: boolean) => {
    const named = columns.find(({ sort }) => sort === by)?.sort;
    query.setSort(named && { by: named, desc });
  };
  const order = narrow && columns.some(({ sort }) => sort !== undefined) && (
    <AfterRows room={sortRoom}>
      <SortSelect columns={columns} now={query.input.sort[0]} onSort={sortBy} />
    </AfterRows>
  );
  const columnUse: ColumnUse = { choice, choose, fit: (stored) => readChoice(stored, columns) };
  const bar = selection && countOf(selection.value) > 0 && (
    <SelectionBar
      {...selection}
      actions={typeof selection.actions === 'function' ? selection.actions(columnUse) : selection.actions}
      filter={asked}
      pageKeys={rows?.map(props.rowKey) ?? []}
      total={state.data?.total ?? 0}
      capped={state.data?.totalIsEstimate === true}
      onAll={() => selection.onChange(chooseAll(asked, state.data?.total ?? 0, state.data?.totalIsEstimate === true))}
      onShow={query.replaceFilter}
    />
  );
  return (
    <RowsPainted value={painted}>
      <section ref={list} className="list" aria-label={props.label} aria-busy={state.isFetching} tabIndex={-1}>
        {props.filters(settings ?? order, columnUse)}
        {state.error && <Failure error={state.error} retry={state.refetch} />}
        {rows?.length === 0 && <Nothing query={query} empty={props.empty} />}
        {!rows && !state.error && (narrow ? <CardSkeleton /> : bones)}
        {state.isFetching && <SlowNote />}
        {rows &&
          rows.length > 0 &&
          (narrow ? <ListCards {...props} rows={rows} /> : <ListRows {...props} rows={rows} shown={shown} />)}
        {rows && rows.length > 0 && <Foot query={query} page={state.data} narrow={narrow} />}
        {bar}
      </section>
    </RowsPainted>
  );
}

// Hook: after a change of the page, scrolls to the top of the list if the top is not visible.
function useTopOf(page: number) {
  const list = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page) list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = page;
  }, [page]);
  return list;
}

// The error of a list read. It is shown here because without a network no other message appears.
const Failure = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <div className="list-failure" role="alert">
    <Icon name="alert" size={20} />
    <p>
      <strong>列表没有加载成功</strong>
      {error.message}
    </p>
    <Button onClick={() => void retry()}>重试</Button>
  </div>
);

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
      <span role="status">{`共 ${numberText(total)}${page?.totalIsEstimate ? '+' : ''} 条`}</span>
      <AfterRows room={null}>
        <Pager page={input.page} size={input.size} total={total} narrow={narrow} onChange={setPage} />
      </AfterRows>
    </footer>
  );
}
