import type { Sort } from '@anlan/contract/domain/paging';
import type { TableColumnsType } from 'antd';
import type { ListColumn } from './columns.ts';
import { RowActions, type RowAction } from './row-actions.tsx';

const actionsWidth = 132;

interface Doing<R> {
  rowName: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
}

/** The kit's columns in antd's words, with the fixed column of actions at the end. */
export function tableColumns<R extends object, S extends string>(
  shown: readonly ListColumn<R, S>[],
  sort: readonly Sort<S>[],
  { rowName, actions }: Doing<R>,
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

/** Grey bars in the place of rows that are on their way. */
export const boneRows = Array.from({ length: 8 }, (_, at) => ({ key: String(at) }));

/** The columns of the grey bars. */
export function bones<R, S extends string>(shown: readonly ListColumn<R, S>[]): TableColumnsType<{ key: string }> {
  return shown.map(({ key, title, width }) => ({
    key,
    title,
    width,
    render: () => <span className="list-bone" style={{ width: `${Math.min(72, width - 48)}%` }} />,
  }));
}
