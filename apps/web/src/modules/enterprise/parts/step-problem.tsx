import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Alert } from 'antd';
import { StatusTag } from './list-columns.tsx';

interface Props {
  error: Error | null;
  /** The row as it is now, where the step failed because it moved meanwhile. */
  moved: Enterprise | null;
}

/** Why a step came to nothing; what was typed stays. */
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
