import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { RowActions, type RowAction } from './row-actions.tsx';

interface Props<R> {
  rows: readonly R[];
  rowKey: (row: R) => string;
  rowName: (row: R) => string;
  actions: (row: R) => readonly RowAction[];
  card: (row: R) => ReactNode;
  state: { isFetching: boolean };
  selection?: { keys: readonly string[]; onChange: (keys: string[], rows: R[]) => void } | undefined;
}

/** The rows of a list as cards, for a phone. */
export function ListCards<R>({ rows, rowKey, rowName, actions, card, state, selection }: Props<R>) {
  const choose = (key: string) => {
    const keys = selection?.keys ?? [];
    const next = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
    selection?.onChange(
      next,
      rows.filter((row) => next.includes(rowKey(row))),
    );
  };
  return (
    <ul className={`list-cards ${state.isFetching ? 'list-stale' : ''}`}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key}>
            {selection && (
              <Checkbox
                aria-label={`选择 ${rowName(row)}`}
                checked={selection.keys.includes(key)}
                onChange={() => choose(key)}
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
  );
}
