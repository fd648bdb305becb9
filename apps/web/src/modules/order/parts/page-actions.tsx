import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { DropMenu } from '#ui/drop-menu.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';

export interface Act {
  key: string;
  label: string;
  to?: string;
  run?: () => void;
  danger?: boolean;
  busy?: boolean;
}

/** Buttons for actions on the whole page. On a phone they are in one menu. */
export function Acts({ acts }: { acts: readonly Act[] }) {
  const narrow = useNarrow();
  const navigate = useNavigate();
  if (narrow && acts.length > 1)
    return (
      <DropMenu
        within="body"
        placement="bottomRight"
        items={acts.map(({ key, label, danger = false }) => ({ key, label, danger }))}
        onChoose={(selectedKey) => {
          const act = acts.find(({ key }) => key === selectedKey);
          if (act?.to !== undefined) void navigate(act.to);
          else act?.run?.();
        }}
      >
        <button type="button" className="btn">
          更多操作
        </button>
      </DropMenu>
    );
  return acts.map(({ key, label, to, run, danger = false, busy = false }) =>
    to === undefined ? (
      <Button key={key} danger={danger} loading={busy} onClick={run}>
        {label}
      </Button>
    ) : (
      <Link key={key} className="btn" to={to}>
        {label}
      </Link>
    ),
  );
}
