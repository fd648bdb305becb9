import { Alert } from 'antd';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { organKeys, removeOrgan } from '../calls.ts';
import type { Placed } from '../rules.ts';

export function RemoveDialog({ row, onClose }: { row: Placed; onClose: () => void }) {
  const standing =
    row.below > 0 ? `下面还有 ${row.below} 个机构` : row.people > 0 ? `还有 ${row.people} 人在该机构` : null;
  return (
    <AskDialog
      title={`删除机构“${row.name}”？`}
      verb="删除"
      danger
      canAct={standing === null}
      act={() => removeOrgan(row.id)}
      renews={organKeys}
      done={`已删除“${row.name}”`}
      onClose={onClose}
    >
      {standing === null ? (
        <p>删除后不能恢复；日志中保留记录。</p>
      ) : (
        <Alert type="warning" showIcon title={`${standing}，请先移走或调离`} />
      )}
    </AskDialog>
  );
}
