import { createContext, use } from 'react';
import type { ListProps } from './list-props.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
import { isChosen, setRows, speaksOf } from './selection.ts';
import { Tick } from './tick.tsx';

/** What changes around rows that stay as they are: it comes to their cells past the table, which is not drawn anew. */
export interface RowState {
  actionsOf: (key: string) => readonly RowAction[];
  /** Keys of the rows that are chosen, all keys of the page, and whether this can be told of them at all. */
  chosen: ReadonlySet<string>;
  page: readonly string[];
  told: boolean;
  choose: (keys: readonly string[], on: boolean) => void;
}

/** Around the rows. */
export const RowContext = createContext<RowState>({
  actionsOf: () => [],
  chosen: new Set(),
  page: [],
  told: false,
  choose: () => undefined,
});

type Rows<R extends object, F, S extends string> = Pick<
  ListProps<R, F, S>,
  'actions' | 'query' | 'rowKey' | 'selection'
> & { rows: readonly R[] };

/** What stands around the rows of a page. */
export function rowStateOf<R extends object, F, S extends string>(props: Rows<R, F, S>): RowState {
  const { rows, rowKey, selection, query, actions } = props;
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const page = [...byKey.keys()];
  const told = selection !== undefined && speaksOf(selection.chosen, query.input.filter);
  return {
    actionsOf: (key) => {
      const row = byKey.get(key);
      return row === undefined ? [] : actions(row);
    },
    page,
    told,
    chosen: new Set(selection && told ? page.filter((key) => isChosen(selection.chosen, key)) : []),
    choose: (keys, on) => selection?.onChange(setRows(selection.chosen, keys, on)),
  };
}

/** The box that chooses a row. */
export function RowTick({ id, name }: { id: string; name: string }) {
  const { chosen, told, choose } = use(RowContext);
  return <Tick label={`选择 ${name}`} checked={chosen.has(id)} disabled={!told} onChange={(on) => choose([id], on)} />;
}

/** The box that chooses all rows of the page; without words beside it, it says its name to screen readers alone. */
export function PageTick({ words = false }: { words?: boolean }) {
  const { chosen, page, told, choose } = use(RowContext);
  return (
    <Tick
      {...(words ? {} : { label: '选择本页全部' })}
      checked={chosen.size === page.length}
      part={chosen.size > 0 && chosen.size < page.length}
      disabled={!told}
      onChange={(on) => choose(page, on)}
    >
      {words && '选择本页全部'}
    </Tick>
  );
}

/** What can be done with a row. */
export const ActionsOf = ({ id, name }: { id: string; name: string }) => (
  <RowActions name={name} actions={use(RowContext).actionsOf(id)} />
);
