import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { isChosen, setRows, speaksOf } from './selection.ts';
import type { Choosing } from './selection-bar.tsx';
import { RowActions, type RowAction } from './row-actions.tsx';

interface Props<R, F> {
  rows: readonly R[];
  rowKey: (row: R) => string;
  rowName: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
  card: (row: R) => ReactNode;
  state: { isFetching: boolean };
  query: { input: { filter: F } };
  selection?: Choosing<F> | undefined;
}

/** The rows of a list as cards, for a phone. */
export function ListCards<R, F>({ rows, rowKey, rowName, actions, card, state, query, selection }: Props<R, F>) {
  const told = selection !== undefined && speaksOf(selection.chosen, query.input.filter);
  const set = (keys: readonly string[], on: boolean) => selection?.onChange(setRows(selection.chosen, keys, on));
  const shown = rows.map(rowKey);
  const chosen = selection && told ? shown.filter((key) => isChosen(selection.chosen, key)) : [];
  return (
    <>
      {selection && (
        <Checkbox
          className="list-page-box"
          checked={chosen.length === shown.length}
          indeterminate={chosen.length > 0 && chosen.length < shown.length}
          disabled={!told}
          onChange={({ target }) => set(shown, target.checked)}
        >
          选择本页全部
        </Checkbox>
      )}
      <ul className={`list-cards ${state.isFetching ? 'list-stale' : ''}`}>
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <li key={key}>
              {selection && (
                <Checkbox
                  aria-label={`选择 ${rowName(row)}`}
                  checked={chosen.includes(key)}
                  disabled={!told}
                  onChange={({ target }) => set([key], target.checked)}
                />
              )}
              <div className="list-card">
                {card(row)}
                <RowActions name={rowName(row)} actions={actions(row)} />
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
