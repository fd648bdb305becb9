import type { OnlineSession } from '@anlan/contract/modules/session/session-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { endOnline, onlineReading } from '../calls.ts';

export function EndDialog({ row, onClose }: { row: OnlineSession; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const end = useMutation({
    mutationFn: endOnline,
    onSuccess: () => void message.success('已强制下线'),
    // Refetch also after an error: another person may have ended the session.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: onlineReading.key });
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`将“${row.nickName}”强制下线？`}
      okText="强制下线"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: end.isPending }}
      onOk={() => end.mutate(row)}
      onCancel={onClose}
    >
      {row.device}（{row.address}）上的登录会立即结束，未保存的内容不会提交。本人可以重新登录。
    </TabModal>
  );
}
