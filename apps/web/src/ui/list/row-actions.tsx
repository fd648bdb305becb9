import { Button } from 'antd';
import { Link } from 'react-router';
import { DropMenu } from '#ui/drop-menu.tsx';

/** One thing a person can do with a row: go somewhere, or run something. */
export interface RowAction {
  key: string;
  label: string;
  to?: string;
  run?: () => void;
  danger?: boolean;
}

/** The first two actions as buttons, the rest under 更多; `name` tells a screen reader which row is meant. */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const plain = actions.length > 3 ? actions.slice(0, 2) : actions;
  const rest = actions.slice(plain.length);
  return (
    <span className="list-actions">
      {plain.map(({ key, label, to, run, danger }) =>
        to === undefined ? (
          <Button key={key} type="link" danger={danger ?? false} onClick={run} aria-label={`${label} ${name}`}>
            {label}
          </Button>
        ) : (
          <Link key={key} to={to} aria-label={`${label} ${name}`}>
            {label}
          </Link>
        ),
      )}
      {rest.length > 0 && (
        <DropMenu
          within="body"
          items={rest.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false }))}
          onChoose={(key) => rest.find((action) => action.key === key)?.run?.()}
        >
          <Button type="link" aria-label={`更多操作 ${name}`}>
            更多
          </Button>
        </DropMenu>
      )}
    </span>
  );
}
