import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';

interface Props {
  row: { id: string; version: number; name: string } | null;
  what: string;
  remove: (row: { id: string; version: number }) => Promise<unknown>;
  queryKey: readonly string[];
  onClose: () => void;
}

export function RemoveDialog({ row, ...props }: Props) {
  if (!row) return null;
  return <OpenDialog key={row.id} row={row} {...props} />;
}

function OpenDialog({ row, what, remove, queryKey, onClose }: Props & { row: NonNullable<Props['row']> }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const renew = () => client.invalidateQueries({ queryKey });
  const gone = useMutation({
    mutationFn: () => remove(row),
    onSuccess: async () => {
      await renew();
      void message.success(`已删除${what}`);
      onClose();
    },
    onError: renew,
  });
  return (
    <TabModal
      open
      title={`删除${what}`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: gone.isPending }}
      onOk={() => gone.mutate()}
      onCancel={onClose}
    >
      <p>
        删除{what}“{row.name}”？删除后不能恢复。
      </p>
      {gone.error && <Alert type="error" showIcon title={gone.error.message} />}
    </TabModal>
  );
}
