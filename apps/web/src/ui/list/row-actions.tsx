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

/**
 * The first two actions as buttons, the rest under 更多; `name` tells a screen reader which row is meant. The buttons
 * are the browser's: a list has some in each row, and the kit's take long to come to stand.
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
