import type { Job } from '@anlan/contract/modules/job/job';
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { UndoWork } from '../tasks/undo-job.tsx';
import { JobProgress } from './job-progress.tsx';
import { Figure } from './preview.tsx';
import { isOver, type ImportSubject, type Outcome } from './rules.ts';
import { useJob } from './use-job.ts';

interface Props {
  subject: ImportSubject;
  job: Job;
  outcome: Outcome | undefined;
  onErrors: (() => Promise<void>) | undefined;
  onUndone: () => void;
}

export function Result({ subject, job, outcome, onErrors, onUndone }: Props) {
  const [undoing, setUndoing] = useState<string>();
  const back = useJob(undoing);
  const undone = isOver(back.job);
  useEffect(() => {
    if (undone) onUndone();
    // Reported once, when the job ends.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [undone]);
  if (undoing && back.job && undone)
    return (
      <Alert
        type={back.job.state === 'done' ? 'success' : 'warning'}
        showIcon
        title={back.job.state === 'done' ? '导入已撤销' : '撤销没有完成'}
        description={back.job.message}
      />
    );
  if (undoing) return <JobProgress title="正在撤销" unit="行" job={back.job} lost={back.lost} />;
  const good = job.state === 'done' && outcome?.failed === 0;
  const title =
    job.state === 'cancelled'
      ? '导入已取消'
      : job.state === 'failed'
        ? '导入没有完成'
        : good
          ? '导入完成'
          : '导入完成，部分行没有写入';
  return (
    <>
      <Alert type={good ? 'success' : 'warning'} showIcon title={title} description={job.message} />
      {outcome && (
        <dl className="import-figures">
          <Figure label={`新增${subject.noun}`} value={outcome.inserted} tone="good" />
          <Figure label="更新" value={outcome.updated} />
          <Figure label="跳过" value={outcome.skipped} />
          <Figure label="失败" value={outcome.failed} tone={outcome.failed > 0 ? 'bad' : ''} />
        </dl>
      )}
      {onErrors && (
        <Button icon={<Icon name="download" size={16} />} onClick={() => void onErrors()}>
          下载错误行
        </Button>
      )}
      <UndoWork job={job} onBegun={setUndoing} />
    </>
  );
}
