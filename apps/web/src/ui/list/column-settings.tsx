import { Button, Checkbox, Popover } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { defaultChoice, moved, toggled, type ColumnChoice, type ListColumn } from './columns.ts';

interface Props {
  columns: readonly Pick<ListColumn<never>, 'key' | 'title' | 'locked' | 'extra'>[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

export function ColumnSettings({ columns, choice, onChange }: Props) {
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
