import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { townKey } from '#widgets/towns.ts';
import { removeRegion } from '../calls.ts';
import { levelName } from '../rules.ts';

export function RemoveDialog({ row, onClose }: { row: OwnRegion; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const remove = useMutation({
    mutationFn: removeRegion,
    onSuccess: async (_answer, { name }: OwnRegion) => {
      await client.invalidateQueries({ queryKey: townKey });
      onClose();
      void message.success(`已删除“${name}”`);
    },
  });
  return (
    <TabModal
      open
      title={`删除${levelName(row.level)}“${row.name}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onOk={() => remove.mutate(row)}
      onCancel={onClose}
    >
      {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
      <p>{row.path}</p>
      <p className="sub">下面还有网格、已有企业在此，或有角色、机构以此为范围的，不能删除，可以停用。</p>
    </TabModal>
  );
}
