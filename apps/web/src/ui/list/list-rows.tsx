import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useStableCallback } from '#ui/use-stable-callback.ts';
import { plainActionsWidth, tickWidth, type ListColumn } from './columns.ts';
import type { ListProps } from './list-props.ts';
import { ActionsOf, PageTick, RowContext, rowStateOf, RowTick } from './row-state.tsx';

export type RowsProps<R extends object, F, S extends string> = ListProps<R, F, S> & {
  rows: R[];
  shown: ListColumn<R, S>[];
};

type Order = 'ascending' | 'descending';
const after: Readonly<Record<Order, Order | undefined>> = { ascending: 'descending', descending: undefined };

/**
 * The rows as a native table: a page has up to a hundred rows, and antd's cells render slowly. The head is sticky and
 * scrolls sideways with the rows. Checkboxes and actions stick to the edges.
 */
export function ListRows<R extends object, F, S extends string>(props: RowsProps<R, F, S>) {
  const { rows, shown, query, actionsWidth = plainActionsWidth } = props;
  // Uses the first functions: key and name depend only on the row, so later functions give the same result.
  const [{ rowKey, rowName }] = useState({ rowKey: props.rowKey, rowName: props.rowName });
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEdges(head, body);
  useEffect(() => {
    // Rows without a focusable element could not be scrolled with the keyboard, so the table itself becomes focusable.
    if (body.current?.querySelector('a, button, input') === null) body.current.setAttribute('tabindex', '0');
    else body.current?.removeAttribute('tabindex');
  });
  const setSort = useStableCallback(query.setSort);
  const sorted = query.input.sort.map(({ by, desc }) => `${by} ${desc ? 'descending' : 'ascending'}`).join();
  const chooses = props.selection !== undefined;
  // When no row has an action, the action column is omitted.
  const acts = rows.some((row) => props.actions(row).length > 0);
  const actsWidth = acts ? actionsWidth : 0;
  const columns = useMemo(
    () => (
      <colgroup>
        {chooses && <col style={{ width: tickWidth }} />}
        {shown.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
        {acts && <col style={{ width: actionsWidth }} />}
      </colgroup>
    ),
    [shown, chooses, acts, actionsWidth],
  );
  const heads = useMemo(
    () => (
      <tr>
        {chooses && (
          <th scope="col" className="list-tick">
            <PageTick />
          </th>
        )}
        {shown.map(({ key, title, align, sort }) =>
          sort === undefined ? (
            <th key={key} scope="col" align={align}>
              {title}
            </th>
          ) : (
            <SortHead
              key={key}
              title={title}
              align={align}
              order={orders.find((order) => sorted.split(',').includes(`${sort} ${order}`))}
              onSort={(order) => setSort(order && { by: sort, desc: order === 'descending' })}
            />
          ),
        )}
        {acts && (
          <th scope="col" className="list-acts">
            操作
          </th>
        )}
      </tr>
    ),
    [shown, chooses, acts, sorted, setSort],
  );
  // Memoized: the rows render only when rows or columns change, not with the page.
  const lines = useMemo(
    () =>
      rows.map((row) => {
        const named = { id: rowKey(row), name: rowName(row) };
        return (
          <tr key={named.id} data-row-key={named.id}>
            {chooses && (
              <td className="list-tick">
                <RowTick {...named} />
              </td>
            )}
            {shown.map(({ key, align, render }) => (
              <td key={key} align={align}>
                {render(row)}
              </td>
            ))}
            {acts && (
              <td className="list-acts">
                <ActionsOf {...named} />
              </td>
            )}
          </tr>
        );
      }),
    [rows, shown, chooses, acts, rowKey, rowName],
  );
  const minWidth = shown.reduce((sum, each) => sum + each.width, actsWidth + (chooses ? tickWidth : 0));
  const table = (part: ReactNode) => (
    <table style={{ minWidth }}>
      {columns}
      {part}
    </table>
  );
  return (
    <div className={props.state.isFetching ? 'list-table list-stale' : 'list-table'}>
      <RowContext value={rowStateOf(props)}>
        <div ref={head} className="list-head">
          {table(<thead>{heads}</thead>)}
        </div>
        <div ref={body} className="list-body">
          {table(<tbody>{lines}</tbody>)}
        </div>
      </RowContext>
    </div>
  );
}

const orders = ['ascending', 'descending'] as const;

interface SortProps {
  title: string;
  align: 'right' | undefined;
  order: Order | undefined;
  onSort: (order: Order | undefined) => void;
}

function SortHead({ title, align, order, onSort }: SortProps) {
  const turn = () => onSort(order === undefined ? 'ascending' : after[order]);
  return (
    <th
      scope="col"
      align={align}
      className="list-sorts"
      aria-sort={order}
      tabIndex={0}
      onClick={turn}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        turn();
      }}
    >
      {title}
      <i aria-hidden />
    </th>
  );
}

function useEdges(head: RefObject<HTMLDivElement | null>, body: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const rows = body.current;
    const box = rows?.parentElement;
    if (!rows || !box) return undefined;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = rows;
      if (head.current) head.current.scrollLeft = scrollLeft;
      box.toggleAttribute('data-more-before', scrollLeft > 0);
      box.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    rows.addEventListener('scroll', look, { passive: true });
    // The observer runs after the rows are laid out and whenever their size changes.
    const watch = new ResizeObserver(look);
    watch.observe(rows);
    if (rows.firstElementChild) watch.observe(rows.firstElementChild);
    return () => {
      rows.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, [head, body]);
}
