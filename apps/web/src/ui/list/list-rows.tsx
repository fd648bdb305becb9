import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useSteady } from '#ui/use-steady.ts';
import { plainActionsWidth, tickWidth, type ListColumn } from './columns.ts';
import type { ListProps } from './list-props.ts';
import { ActionsOf, PageTick, RowContext, rowStateOf, RowTick } from './row-state.tsx';

/** The rows of a list and the columns to show of them. */
export type RowsProps<R extends object, F, S extends string> = ListProps<R, F, S> & {
  rows: R[];
  shown: ListColumn<R, S>[];
};

type Order = 'ascending' | 'descending';
const after: Readonly<Record<Order, Order | undefined>> = { ascending: 'descending', descending: undefined };

/**
 * The rows of a list as a table of the browser's own: a page has up to a hundred, and the kit's cells take long to come
 * to stand. The head stays visible and goes sideways with the rows; boxes and actions stay at their edges.
 */
export function ListRows<R extends object, F, S extends string>(props: RowsProps<R, F, S>) {
  const { rows, shown, query, actionsWidth = plainActionsWidth } = props;
  // What a row is called hangs on the row alone.
  const [{ rowKey, rowName }] = useState({ rowKey: props.rowKey, rowName: props.rowName });
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEdges(head, body);
  useEffect(() => {
    // Rows without anything to press could not be pushed sideways by keyboard.
    if (body.current?.querySelector('a, button, input') === null) body.current.setAttribute('tabindex', '0');
    else body.current?.removeAttribute('tabindex');
  });
  const setSort = useSteady(query.setSort);
  const sorted = query.input.sort.map(({ by, desc }) => `${by} ${desc ? 'descending' : 'ascending'}`).join();
  const chooses = props.selection !== undefined;
  // Whoever may do nothing with any row has the room for what the rows say.
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
  // Drawn when the rows or columns are others, not whenever the page around them is.
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

/** The head of a column that the list is ordered by: upwards, downwards, as at first. */
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

/** Lets the head go sideways with the rows, and marks on which side there is more of them. */
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
    // Told once the rows have been laid out, and again when there is more or less room.
    const watch = new ResizeObserver(look);
    watch.observe(rows);
    if (rows.firstElementChild) watch.observe(rows.firstElementChild);
    return () => {
      rows.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, [head, body]);
}
