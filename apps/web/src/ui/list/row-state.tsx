import { createContext, use } from 'react';
import type { ListProps } from './list-props.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
import { isChosen, setRows, coversFilter } from './selection.ts';
import { Tick } from './native-checkbox.tsx';

/** State that changes while the rows do not. The cells read it from a context, so the table does not render again. */
export interface RowState {
  actionsOf: (key: string) => readonly RowAction[];
  /**
   * Keys of the selected rows. `page`: keys of all rows on the page. `isKnown`: whether the selection applies to these
   * rows.
   */
  selectedKeys: ReadonlySet<string>;
  page: readonly string[];
  isKnown: boolean;
  choose: (keys: readonly string[], on: boolean) => void;
}

export const RowContext = createContext<RowState>({
  actionsOf: () => [],
  selectedKeys: new Set(),
  page: [],
  isKnown: false,
  choose: () => undefined,
});

type Rows<R extends object, F, S extends string> = Pick<
  ListProps<R, F, S>,
  'actions' | 'query' | 'rowKey' | 'selection'
> & { rows: readonly R[] };

export function rowStateOf<R extends object, F, S extends string>(props: Rows<R, F, S>): RowState {
  const { rows, rowKey, selection, query, actions } = props;
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const page = [...byKey.keys()];
  const isWholeFilter = selection !== undefined && coversFilter(selection.value, query.input.filter);
  return {
    actionsOf: (key) => {
      const row = byKey.get(key);
      return row === undefined ? [] : actions(row);
    },
    page,
    isKnown: isWholeFilter,
    selectedKeys: new Set(selection && isWholeFilter ? page.filter((key) => isChosen(selection.value, key)) : []),
    choose: (keys, on) => selection?.onChange(setRows(selection.value, keys, on)),
  };
}

export function RowTick({ id, name }: { id: string; name: string }) {
  const { selectedKeys: chosen, isKnown, choose } = use(RowContext);
  return (
    <Tick label={`选择 ${name}`} checked={chosen.has(id)} disabled={!isKnown} onChange={(on) => choose([id], on)} />
  );
}

/**
 * The checkbox that selects all rows of the page. With `words` its label is visible; otherwise only screen readers read
 * it.
 */
export function PageTick({ words = false }: { words?: boolean }) {
  const { selectedKeys: chosen, page, isKnown, choose } = use(RowContext);
  return (
    <Tick
      {...(words ? {} : { label: '选择本页全部' })}
      checked={chosen.size === page.length}
      part={chosen.size > 0 && chosen.size < page.length}
      disabled={!isKnown}
      onChange={(on) => choose(page, on)}
    >
      {words && '选择本页全部'}
    </Tick>
  );
}

export const ActionsOf = ({ id, name }: { id: string; name: string }) => (
  <RowActions name={name} actions={use(RowContext).actionsOf(id)} />
);
