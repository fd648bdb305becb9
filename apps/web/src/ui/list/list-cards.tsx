import type { ListProps } from './list-props.ts';
import { ActionsOf, PageTick, RowContext, rowStateOf, RowTick } from './row-state.tsx';

type Props<R extends object, F, S extends string> = ListProps<R, F, S> & { rows: readonly R[] };

export function ListCards<R extends object, F, S extends string>(props: Props<R, F, S>) {
  const { rows, rowKey, rowName, card, state, selection } = props;
  return (
    <RowContext value={rowStateOf(props)}>
      {selection && (
        <div className="list-page-box">
          <PageTick words />
        </div>
      )}
      <ul className={`list-cards ${state.isFetching ? 'list-stale' : ''}`}>
        {rows.map((row) => {
          const named = { id: rowKey(row), name: rowName(row) };
          return (
            <li key={named.id}>
              {selection && <RowTick {...named} />}
              <div className="list-card">
                {card(row)}
                <ActionsOf {...named} />
              </div>
            </li>
          );
        })}
      </ul>
    </RowContext>
  );
}
