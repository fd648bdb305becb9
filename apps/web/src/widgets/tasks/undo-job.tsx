import type { Job } from '@anlan/contract/modules/job/job';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { formatInstant } from '@anlan/contract/domain/instant';
import { jobs } from '#lib/shared-calls.ts';
import { bulkKind, nameOf } from './rules.ts';
import { myTasks, useTasks } from './job-state.ts';

// The text of the confirmation before a job is undone.
const words = ({ kind }: Pick<Job, 'kind'>) =>
  kind === bulkKind
    ? {
        title: '撤销这次批量标签？',
        description: '只恢复这次加上或移除的标签；原来就有的和之后他人改的保留。',
        okText: '撤销',
      }
    : {
        title: '撤销整次导入？',
        description: '新增的会删除，更新的恢复原样；导入后改过或已被引用的保留，并逐条说明。',
        okText: '撤销导入',
      };

interface Props {
  job: Pick<Job, 'id' | 'title' | 'kind' | 'undoUntil'>;
  size?: 'small';
  onBegun?: (jobId: string) => void;
}

export function UndoWork({ job, size, onBegun }: Props) {
  const client = useQueryClient();
  const { started } = useTasks();
  const undo = useMutation({
    mutationFn: () => jobs.undo({ id: job.id }),
    onSuccess: ({ jobId }) => {
      started();
      onBegun?.(jobId);
    },
    onSettled: () => client.invalidateQueries({ queryKey: myTasks.queryKey }),
  });
  const { undoUntil } = job;
  if (undoUntil === null) return null;
  return (
    <Popconfirm {...words(job)} cancelText="不撤销" onConfirm={() => undo.mutate()}>
      <Button
        {...(size ? { size } : {})}
        loading={undo.isPending}
        aria-label={`撤销 ${nameOf(job)}`}
        title={`${formatInstant(undoUntil).slice(11, 16)} 前可以撤销`}
      >
        撤销
      </Button>
    </Popconfirm>
  );
}
