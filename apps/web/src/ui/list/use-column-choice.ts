import { useCallback, useState } from 'react';
import { saveItem, loadItem } from '#lib/storage.ts';
import { columnChoice, readChoice, type ColumnChoice, type ListColumn } from './columns.ts';

export function useColumnChoice<R, S extends string>(name: string, columns: readonly ListColumn<R, S>[]) {
  const key = `columns-${name}`;
  const stored = () => ({ key, choice: readChoice(loadItem('local', key, columnChoice), columns) });
  const [held, setHeld] = useState(stored);
  // Each saved view of a list has its own columns, so a new key loads its stored choice.
  const { choice } = held.key === key ? held : stored();
  if (held.key !== key) setHeld({ key, choice });
  const choose = useCallback(
    (next: ColumnChoice) => {
      saveItem('local', key, next);
      setHeld({ key, choice: next });
    },
    [key],
  );
  return [choice, choose] as const;
}
