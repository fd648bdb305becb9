import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { organKeys, removeOrgan } from '../calls.ts';
import type { Placed } from '../rules.ts';

export function RemoveDialog({ row, onClose }: { row: Placed | null; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const remove = useMutation({
    mutationFn: ({ id }: Placed) => removeOrgan(id),
    onSuccess: async (_answer, { name }) => {
      await Promise.all(organKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
      onClose();
      void message.success(`已删除“${name}”`);
    },
  });
  if (!row) return null;
  const close = () => {
    remove.reset();
    onClose();
  };
  const standing =
    row.below > 0 ? `下面还有 ${row.below} 个机构` : row.people > 0 ? `还有 ${row.people} 人在该机构` : null;
  return (
    <TabModal
      open
      title={`删除机构“${row.name}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: remove.isPending, disabled: standing !== null }}
      onOk={() => remove.mutate(row)}
      onCancel={close}
    >
      {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
      {standing === null ? (
        <p>删除后不能恢复；日志中保留记录。</p>
      ) : (
        <Alert type="warning" showIcon title={`${standing}，请先移走或调离`} />
      )}
    </TabModal>
  );
}
