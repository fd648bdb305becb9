import { Alert, Button } from 'antd';
import type { Save } from './use-saving.ts';

export function SaveProblem<R>({ save, describe }: { save: Save<R>; describe?: (newer: R) => string }) {
  const { newer, problem } = save;
  if (newer !== null && describe)
    return (
      <Alert
        type="warning"
        showIcon
        title="内容已被他人修改"
        description={describe(newer)}
        action={
          <>
            <Button size="small" onClick={save.takeTheirs}>
              用最新的
            </Button>
            <Button size="small" type="primary" onClick={() => save.keepMine()}>
              仍保存我的
            </Button>
          </>
        }
      />
    );
  return problem === null ? null : <Alert type="error" showIcon title={problem} />;
}
