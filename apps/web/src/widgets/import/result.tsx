import type { Job } from '@anlan/contract/domain/job';
import { Alert, Button } from 'antd';
import { Icon } from '#ui/icon.tsx';
import type { ImportSubject } from './import-wizard.tsx';
import { Figure } from './preview.tsx';
import type { Outcome } from './rules.ts';

interface Props {
  subject: ImportSubject;
  job: Job;
  outcome: Outcome | undefined;
  onErrors: (() => Promise<void>) | undefined;
}

/** What was written, and what was not. */
export function Result({ subject, job, outcome, onErrors }: Props) {
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
    </>
  );
}
