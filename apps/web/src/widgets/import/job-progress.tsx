import type { Job } from '@anlan/contract/modules/job/job';
import { Button, Progress } from 'antd';
import { percent } from './rules.ts';

interface Props {
  title: string;
  unit: string;
  job: Job | undefined;
  lost: boolean;
  onCancel?: () => void;
}

export function JobProgress({ title, unit, job, lost, onCancel }: Props) {
  const share = percent(job);
  const progressText = job?.total
    ? `${job.done} / ${job.total} ${unit}`
    : job?.state === 'waiting'
      ? '排队中'
      : '准备中';
  return (
    <div className="import-progress">
      <b>{title}</b>
      <Progress percent={share ?? 0} status="active" showInfo={share !== undefined} aria-label={title} />
      <span role="status">{lost ? '连接中断，正在重试，进度不会丢失' : (job?.message ?? progressText)}</span>
      {onCancel && <Button onClick={onCancel}>取消</Button>}
    </div>
  );
}
