import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useEffect, useRef } from 'react';
import type { Job } from '@anlan/contract/modules/job/job';
import { useFirstPageReady } from '#lib/first-page-ready.ts';
import { isLocked } from '#lib/lock.ts';
import { jobs } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useUndo } from '../undo/use-undo.tsx';
import { bulkKind, isOpen, justOver, nameOf } from './rules.ts';
import { myTasks, useTasks, useTray } from './job-state.ts';
import './job-button.css';

const TaskDrawer = lazyPart(async () => (await import('./job-drawer.tsx')).TaskDrawer);

/** The number of running jobs in the top bar, and a message when a job ends. */
export function TaskButton() {
  const open = useTray((tray) => tray.open);
  const stands = useFirstPageReady();
  // Polls only after the first page is shown, and not while the screen is locked: the server would refuse the poll.
  const { data } = useQuery({ ...myTasks, enabled: () => stands && !isLocked() });
  const client = useQueryClient();
  const { message } = App.useApp();
  const undo = useUndo();
  const { started } = useTasks();
  const before = useRef<readonly Job[]>([]);
  useEffect(() => {
    if (!data) return;
    for (const job of justOver(before.current, data.rows)) {
      // Invalidates the data that the job changed. The part of the job kind before the dot is the module.
      const [room] = job.kind.split('.');
      // For an import of a declared resource, only the notes of the job name the resource, so all data is invalidated.
      void client.invalidateQueries(room === 'resource' ? {} : { queryKey: [room] });
      // No message: the open tray or the page that follows the job already shows the end of the job.
      const tray = useTray.getState();
      if (tray.open || tray.followed.includes(job.id)) continue;
      const resultText = `${nameOf(job)}：${job.message ?? ''}`;
      if (job.state === 'failed') void message.error({ content: resultText, duration: 8 });
      else if (job.kind === bulkKind && job.undoUntil !== null)
        undo({
          said: resultText,
          back: () => jobs.undo({ id: job.id }).then(started),
          undone: '正在撤销，进度见右上角“任务”',
        });
      else void message.info({ content: resultText, duration: 6 });
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
