import { Link } from 'react-router';
import { DropMenu } from '#ui/drop-menu.tsx';

export interface RowAction {
  key: string;
  label: string;
  to?: string;
  run?: () => void;
  danger?: boolean;
}

/**
 * The actions of a row: the first two as buttons, the others under 更多. `name` identifies the row for screen readers.
 * The buttons are native, because antd buttons render slowly in every row.
 */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const plain = actions.length > 3 ? actions.slice(0, 2) : actions;
  const rest = actions.slice(plain.length);
  return (
    <span className="list-actions">
      {plain.map(({ key, label, to, run, danger }) =>
        to === undefined ? (
          <button
            key={key}
            type="button"
            {...(danger ? { className: 'bad' } : {})}
            onClick={run}
            aria-label={`${label} ${name}`}
          >
            {label}
          </button>
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
          <button type="button" aria-label={`更多操作 ${name}`}>
            更多
          </button>
        </DropMenu>
      )}
    </span>
  );
}
