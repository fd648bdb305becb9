import type { Sort } from '@anlan/contract/domain/paging';
import { Table, type TableColumnsType, type TableProps } from 'antd';
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext';
import { use, useEffect, useMemo, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { useSteady } from '#ui/use-steady.ts';
import { plainActionsWidth, tickWidth, type ListColumn } from './columns.ts';
import type { ListProps } from './list-table.tsx';
import { ActionsOf, PageTick, RowContext, rowStateOf, RowTick } from './row-state.tsx';

/** The rows of a list and the columns to show of them. */
export type RowsProps<R extends object, F, S extends string> = ListProps<R, F, S> & {
  rows: R[];
  shown: ListColumn<R, S>[];
};

/** The rows of a list in the kit's table: sticky head, fixed actions, the server's order. */
export function ListRows<R extends object, F, S extends string>(props: RowsProps<R, F, S>) {
  const { rows, shown, query, actionsWidth = plainActionsWidth } = props;
  // What a row is called hangs on the row alone.
  const [{ rowKey, rowName }] = useState({ rowKey: props.rowKey, rowName: props.rowName });
  const table = useRef<ComponentRef<typeof Table>>(null);
  useEffect(() => {
    // Rows without anything to press could not be pushed sideways by keyboard.
    const body = table.current?.nativeElement.querySelector('.ant-table-body');
    if (body?.querySelector('a, button, input') === null) body.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  });
  // The table takes long to draw: it is drawn when its rows or columns are others, not whenever the page around it is.
  const setSort = useSteady(query.setSort);
  const sorted = query.input.sort.map(({ by, desc }) => `${by} ${desc ? 'descend' : 'ascend'}`).join();
  const chooses = props.selection !== undefined;
  const cells = useMemo(() => new Map(rows.map((row) => [row, shown.map(({ render }) => render(row))])), [rows, shown]);
  const drawn = useMemo(() => {
    const named = (row: R) => ({ id: rowKey(row), name: rowName(row) });
    const columns: TableColumnsType<R> = shown.map((column, at) => ({
      key: column.key,
      title: column.title,
      width: column.width,
      align: column.align ?? 'left',
      render: (_value: unknown, row: R) => cells.get(row)?.[at],
      ...(column.sort ? { sorter: true, sortOrder: orderOf(column.sort, sorted) } : {}),
    }));
    if (chooses)
      columns.unshift({
        key: 'chosen',
        className: 'list-tick',
        title: (
          <ShownOnly>
            <PageTick />
          </ShownOnly>
        ),
        width: tickWidth,
        fixed: 'start',
        render: (_value: unknown, row: R) => <RowTick {...named(row)} />,
      });
    columns.push({
      key: 'actions',
      title: '操作',
      width: actionsWidth,
      fixed: 'end',
      render: (_value: unknown, row: R) => <ActionsOf {...named(row)} />,
    });
    const sort: TableProps<R>['onChange'] = (_page, _filters, sorter) => {
      const one = Array.isArray(sorter) ? sorter[0] : sorter;
      const wished = shown.find(({ key }) => key === one?.columnKey)?.sort;
      const next: Sort<S> | undefined =
        wished && one?.order ? { by: wished, desc: one.order === 'descend' } : undefined;
      setSort(next);
    };
    const width = shown.reduce((sum, each) => sum + each.width, actionsWidth + (chooses ? tickWidth : 0));
    return (
      <Table<R>
        ref={table}
        rowKey={rowKey}
        dataSource={rows}
        columns={columns}
        pagination={false}
        sticky
        tableLayout="fixed"
        scroll={{ x: width }}
        showSorterTooltip={false}
        rowHoverable={false}
        onChange={sort}
      />
    );
  }, [rows, shown, cells, sorted, chooses, actionsWidth, setSort, rowKey, rowName]);
  return (
    <div className={props.state.isFetching ? 'list-stale' : ''}>
      <RowContext value={rowStateOf(props)}>{drawn}</RowContext>
    </div>
  );
}

const orders = ['ascend', 'descend'] as const;
const orderOf = (by: string, sorted: string) =>
  orders.find((order) => sorted.split(',').includes(`${by} ${order}`)) ?? null;

// The kit repeats every title in a hidden row to measure it; a box to tick must not stand there.
function ShownOnly({ children }: { children: ReactNode }) {
  return use(TableMeasureRowContext) ? null : children;
}
