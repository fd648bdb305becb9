import type { Station } from '@anlan/contract/modules/station/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { isOutdated } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { removeStation, stationKey } from '../calls.ts';

/** Takes a station away after naming it and whose it is. */
export function RemoveDialog({ row, onClose }: { row: Station | null; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const again = () => client.invalidateQueries({ queryKey: stationKey });
  const remove = useMutation({
    mutationFn: removeStation,
    onSuccess: async (_answer, { name }: Station) => {
      await again();
      onClose();
      void message.success(`已删除“${name}”`);
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
        将删除{row.enterpriseName ? `“${row.enterpriseName}”的` : ''}场站 {row.name}（{row.code}），编号可以再次使用。
      </p>
      <p className="sub">只是暂时不用时，可以改为停用。</p>
    </TabModal>
  );
}
