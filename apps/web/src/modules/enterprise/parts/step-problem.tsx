import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Alert } from 'antd';
import { StatusTag } from './list-columns.tsx';

interface Props {
  error: Error | null;
  /** If the status change failed because the row had changed: the current row. Otherwise null. */
  moved: Enterprise | null;
}

export function StepProblem({ error, moved }: Props) {
  if (!error) return null;
  if (!moved) return <Alert type="error" showIcon title={error.message} />;
  return (
    <Alert
      type="warning"
      showIcon
      title="这家企业刚刚被他人修改过"
      description={
        <>
          现在的状态是 <StatusTag row={moved} />
          ，您填写的内容还在。请核对后再次提交，或关闭后重新查看。
        </>
      }
    />
  );
}
