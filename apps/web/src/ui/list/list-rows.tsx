import type { Sort } from '@anlan/contract/domain/paging';
import { Table, type TableColumnsType } from 'antd';
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext';
import { use, useEffect, useRef, type ComponentRef, type ReactNode } from 'react';
import type { ListColumn } from './columns.ts';
import type { ListProps } from './list-table.tsx';
import { isChosen, setRows, speaksOf } from './selection.ts';
import { RowActions, type RowAction } from './row-actions.tsx';

/** The rows of a list and the columns to show of them. */
export type RowsProps<R extends object, F, S extends string> = ListProps<R, F, S> & {
  rows: R[];
  shown: ListColumn<R, S>[];
};

/** The rows of a list in the kit's table: sticky head, fixed actions, the server's order. */
export function ListRows<R extends object, F, S extends string>({
  rows,
  shown,
  query,
  selection,
  ...props
}: RowsProps<R, F, S>) {
  const { columns, width } = tableColumns(shown, query.input.sort, props);
  const told = selection !== undefined && speaksOf(selection.chosen, query.input.filter);
  const choose = (some: readonly R[], on: boolean) =>
    selection?.onChange(setRows(selection.chosen, some.map(props.rowKey), on));
  const table = useRef<ComponentRef<typeof Table>>(null);
  useEffect(() => {
    // Rows without anything to press could not be pushed sideways by keyboard.
    const body = table.current?.nativeElement.querySelector('.ant-table-body');
    if (body?.querySelector('a, button, input') === null) body.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  });
  return (
    <Table<R>
      ref={table}
      className={props.state.isFetching ? 'list-stale' : ''}
      rowKey={props.rowKey}
      dataSource={rows}
      columns={columns}
      pagination={false}
      sticky
      tableLayout="fixed"
      scroll={{ x: width + (selection ? 44 : 0) }}
      showSorterTooltip={false}
      rowSelection={
        selection && {
          columnWidth: 44,
          columnTitle: (all) => <ShownOnly>{all}</ShownOnly>,
          fixed: true,
          selectedRowKeys: rows.map(props.rowKey).filter((key) => told && isChosen(selection.chosen, key)),
          // The kit knows this page alone: what it says is what changed here.
          onSelect: (row, on) => choose([row], on),
          onSelectAll: (on, _all, changed) => choose(changed, on),
          onSelectMultiple: undefined,
          onChange: undefined,
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${props.rowName(row)}`, disabled: !told }),
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部', disabled: !told }),
        }
      }
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        const by = shown.find(({ key }) => key === one?.columnKey)?.sort;
        query.setSort(by && one?.order ? { by, desc: one.order === 'descend' } : undefined);
      }}
    />
  );
}

// The kit repeats every title in a hidden row to measure it; a box to tick must not stand there.
function ShownOnly({ children }: { children: ReactNode }) {
  return use(TableMeasureRowContext) ? null : children;
}

// 查看 编辑 更多, with the padding of a cell.
const plainWidth = 132;

interface Doing<R> {
  actionsWidth?: number;
  rowName: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
}

// The kit's columns, with the fixed column of actions at the end.
function tableColumns<R extends object, S extends string>(
  shown: readonly ListColumn<R, S>[],
  sort: readonly Sort<S>[],
  { rowName, actions, actionsWidth = plainWidth }: Doing<R>,
): { columns: TableColumnsType<R>; width: number } {
  const columns: TableColumnsType<R> = shown.map((column) => {
    const now = column.sort && sort.find(({ by }) => by === column.sort);
    return {
      key: column.key,
      title: column.title,
      width: column.width,
      align: column.align ?? 'left',
      render: (_value: unknown, row: R) => column.render(row),
      ...(column.sort ? { sorter: true, sortOrder: now ? (now.desc ? 'descend' : 'ascend') : null } : {}),
    };
  });
  columns.push({
    key: 'actions',
    title: '操作',
    width: actionsWidth,
    fixed: 'end',
    render: (_value: unknown, row: R) => <RowActions name={rowName(row)} actions={actions(row)} />,
  });
  return { columns, width: shown.reduce((sum, { width }) => sum + width, actionsWidth) };
}
