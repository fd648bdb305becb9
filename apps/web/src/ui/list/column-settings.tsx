import { Button, Checkbox, Popover } from 'antd';
import { useCallback, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { keep, recall } from '#lib/storage.ts';
import {
  columnChoice,
  defaultChoice,
  moved,
  readChoice,
  toggled,
  type ColumnChoice,
  type ListColumn,
} from './columns.ts';

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

interface Props<R, S extends string> {
  columns: readonly ListColumn<R, S>[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

/** The button that shows, hides and orders columns. */
export function ColumnSettings<R, S extends string>({ columns, choice, onChange }: Props<R, S>) {
  const panel = (
    <div className="list-columns">
      {choice.order.map((key, at) => {
        const column = columns.find((each) => each.key === key);
        if (!column) return null;
        return (
          <div key={key}>
            <Checkbox
              checked={!choice.hidden.includes(key)}
              disabled={column.locked === true}
              onChange={() => onChange(toggled(choice, key))}
            >
              {column.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              aria-label={`上移 ${column.title}`}
              disabled={at === 0}
              onClick={() => onChange(moved(choice, key, -1))}
              icon={<span aria-hidden>↑</span>}
            />
            <Button
              type="text"
              size="small"
              aria-label={`下移 ${column.title}`}
              disabled={at === choice.order.length - 1}
              onClick={() => onChange(moved(choice, key, 1))}
              icon={<span aria-hidden>↓</span>}
            />
          </div>
        );
      })}
      <Button type="link" size="small" onClick={() => onChange(defaultChoice(columns))}>
        恢复默认
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={panel} destroyOnHidden>
      <Button aria-label="列设置" title="列设置" icon={<Icon name="columns" />} />
    </Popover>
  );
}
