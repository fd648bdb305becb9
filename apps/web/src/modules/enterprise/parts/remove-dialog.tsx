import { percentText } from '@anlan/contract/domain/number-text';
import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@anlan/contract/limits';
import { isOutdated } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { enterpriseKey, removeEnterprise, restoreEnterprise } from '../calls.ts';

/** Takes an enterprise away after naming what goes with it, and offers the way back. */
export function RemoveDialog({ row, onClose }: { row: Enterprise | null; onClose: () => void }) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: enterpriseKey });
  const undo = useUndo();
  const remove = useMutation({
    mutationFn: removeEnterprise,
    onSuccess: async (_answer, { id, name }: Enterprise) => {
      await again();
      onClose();
      undo({
        said: `已删除“${name}”`,
        undone: '已恢复',
        back: () => restoreEnterprise(id).finally(again),
      });
    },
    onError: async (error) => {
      await again();
      if (isOutdated(error)) onClose();
    },
  });
  if (!row) return null;
  return (
    <TabModal
      open
      title={`删除“${row.name}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onOk={() => remove.mutate(row)}
      onCancel={onClose}
    >
      <p>
        将删除这家企业的档案（资料齐全率 {percentText(row.profileRate)}
        {row.licence ? '，含营业执照附件' : ''}
        ），企业人员不能再进入它。
      </p>
      <p className="sub">删除后 {limits.undoSeconds / 60} 分钟内可以撤销。</p>
    </TabModal>
  );
}
