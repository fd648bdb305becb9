import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useEffect, useRef } from 'react';
import type { Job } from '@anlan/contract/modules/job/job';
import { useFirstStands } from '#lib/first-stand.ts';
import { isLocked } from '#lib/lock.ts';
import { jobs } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { useUndo } from '../undo/use-undo.tsx';
import { bulkKind, isOpen, justOver, nameOf } from './rules.ts';
import { myTasks, useTasks, useTray } from './state.ts';
import './task-button.css';

const TaskDrawer = later(async () => (await import('./task-drawer.tsx')).TaskDrawer);

/** The way to my long work from anywhere: how much goes on, and word when it is over. */
export function TaskButton() {
  const open = useTray((tray) => tray.open);
  const stands = useFirstStands();
  // A lock may come before the rows stand; the server would refuse.
  const { data } = useQuery({ ...myTasks, enabled: () => stands && !isLocked() });
  const client = useQueryClient();
  const { message } = App.useApp();
  const undo = useUndo();
  const { started } = useTasks();
  const before = useRef<readonly Job[]>([]);
  useEffect(() => {
    if (!data) return;
    for (const job of justOver(before.current, data.rows)) {
      // What it changed is read anew: the room stands before the point of its kind.
      const [room] = job.kind.split('.');
      // An import of a declared resource names its resource in its notes alone.
      void client.invalidateQueries(room === 'resource' ? {} : { queryKey: [room] });
      // Whoever looks at the tray, or follows it where it was begun, sees it there.
      const tray = useTray.getState();
      if (tray.open || tray.followed.includes(job.id)) continue;
      const said = `${nameOf(job)}：${job.message ?? ''}`;
      if (job.state === 'failed') void message.error({ content: said, duration: 8 });
      else if (job.kind === bulkKind && job.undoUntil !== null)
        undo({ said, back: () => jobs.undo({ id: job.id }).then(started), undone: '正在撤销，进度见右上角“任务”' });
      else void message.info({ content: said, duration: 6 });
    }
    before.current = data.rows;
  }, [data, client, message, undo, started]);
  const running = data?.rows.filter(isOpen).length ?? 0;
  const label = running > 0 ? `任务，${running} 个进行中` : '任务';
  return (
    <>
      <button
        type="button"
        className="icon-btn task-button"
        aria-label={label}
        title={label}
        onClick={() => useTray.setState({ open: true })}
      >
        <Icon name="list" />
        {running > 0 && (
          <sup className="task-count" aria-hidden>
            {running}
          </sup>
        )}
      </button>
      {open && (
        <Suspense>
          <TaskDrawer onClose={() => useTray.setState({ open: false })} />
        </Suspense>
      )}
    </>
  );
}
