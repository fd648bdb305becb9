import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import type { Meanwhile } from './queue-rules.ts';
import type { QueueStep } from './use-queue.ts';
import './queue.css';

interface Props {
  meanwhile: Meanwhile;
  step: Pick<QueueStep, 'next' | 'counter'>;
  history?: ReactNode;
}

const rest: Readonly<Record<Meanwhile, (counter: string) => string>> = {
  gone: (counter) => `这${counter}已被删除，或已不在您的管辖范围内。`,
  taken: (counter) => `这${counter}没有需要您办理的了，可以跳过。`,
  changed: () => '内容或状态已变，请核对后再办理，或者跳过。',
};

export function QueueNote({ meanwhile, step: { next, counter }, history: told }: Props) {
  return (
    <Alert
      className="queue-note"
      type="warning"
      showIcon
      title={told ?? (meanwhile === 'gone' ? '找不到这条记录' : '已被他人处理或修改')}
      description={rest[meanwhile](counter)}
      action={
        <Button size="small" onClick={next}>
          跳过
        </Button>
      }
    />
  );
}
