import { useCallback, useState } from 'react';
import { keep, recall } from '#lib/storage.ts';
import { columnChoice, readChoice, type ColumnChoice, type ListColumn } from './columns.ts';

/** A person's choice of columns, kept in this browser. */
export function useColumnChoice<R, S extends string>(name: string, columns: readonly ListColumn<R, S>[]) {
  const key = `columns-${name}`;
  const stored = () => ({ key, choice: readChoice(recall('local', key, columnChoice), columns) });
  const [held, setHeld] = useState(stored);
  // Each view of a list has columns of its own.
  const { choice } = held.key === key ? held : stored();
  if (held.key !== key) setHeld({ key, choice });
  const choose = useCallback(
    (next: ColumnChoice) => {
      keep('local', key, next);
      setHeld({ key, choice: next });
    },
    [key],
  );
  return [choice, choose] as const;
}
