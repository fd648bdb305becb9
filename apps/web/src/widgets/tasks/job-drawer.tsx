import { numberText } from '@anlan/contract/domain/number-text';
import type { Job } from '@anlan/contract/modules/job/job';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { downloadAt } from '#lib/download.ts';
import { jobs } from '#lib/shared-calls.ts';
import { Ago } from '#ui/time-ago.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { isOpen, nameOf, resultName, stateName } from './rules.ts';
import { myTasks } from './job-state.ts';
import { UndoWork } from './undo-job.tsx';
import './jobs.css';

export function TaskDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(myTasks);
  return (
    <TabDrawer open title="任务" size={420} onClose={onClose}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data?.rows.length === 0 && <Empty icon="list" title="还没有任务；导入、导出和批量处理会列在这里" />}
      <ul className="tasks" aria-label="我的任务">
        {data?.rows.map((job) => (
          <Task key={job.id} job={job} />
        ))}
      </ul>
    </TabDrawer>
  );
}

function Task({ job }: { job: Job }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => jobs.cancel({ id: job.id }),
    onSettled: () => client.invalidateQueries({ queryKey: myTasks.queryKey }),
  });
  const fetchResult = useMutation({ mutationFn: downloadAt });
  const open = isOpen(job);
  const { resultUrl, done, total } = job;
  const name = nameOf(job);
  const status = open ? 'active' : job.state === 'done' ? 'success' : 'exception';
  return (
    <li aria-label={name}>
      <header>
        <b>{name}</b>
        <span className={`task-state task-${job.state}`}>{stateName(job)}</span>
      </header>
      {(open || job.state !== 'done') && (total ?? 0) > 0 && (
        <Progress
          percent={Math.min(100, Math.floor((100 * done) / (total ?? 1)))}
          size="small"
          status={status}
          aria-label={`${name}进度`}
        />
      )}
      <p role={open ? 'status' : undefined}>
        {open && total ? `${numberText(done)} / ${numberText(total)}` : (job.message ?? '')}
      </p>
      <footer>
        <small>
          <Ago at={job.createdAt} />
        </small>
        {resultUrl && (
          <Button
            size="small"
            icon={<Icon name="download" size={14} />}
            loading={fetchResult.isPending}
            onClick={() => fetchResult.mutate(resultUrl)}
          >
            {resultName(job)}
          </Button>
        )}
        <UndoWork job={job} size="small" />
        {open && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate()} aria-label={`取消 ${name}`}>
            取消
          </Button>
        )}
      </footer>
    </li>
  );
}
