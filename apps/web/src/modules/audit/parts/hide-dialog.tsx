import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { hideLog, logKey } from '../calls.ts';

export function HideDialog({ row, onClose }: { row: LogEntry; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const hide = useMutation({
    mutationFn: () => hideLog(row),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: logKey });
      onClose();
      void message.success('已从列表中移除');
    },
  });
  return (
    <TabModal
      open
      title={`从列表中移除“${row.type === '9' ? row.title : `${row.createBy ?? '系统'} ${row.sentence}`}”？`}
      okText="移除"
      cancelText="取消"
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ danger: true, loading: hide.isPending }}
      onOk={() => hide.mutate()}
      onCancel={onClose}
    >
      <p>{row.type === '9' ? '该错误记录将被删除。' : '审计记录仍会保留，移除本身也会记入日志。'}</p>
    </TabModal>
  );
}
