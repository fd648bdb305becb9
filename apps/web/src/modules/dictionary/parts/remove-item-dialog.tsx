import type { AdminItem, Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { removeDictionary, removeItem } from '../calls.ts';

interface Props {
  item?: AdminItem | null;
  dictionary?: Dictionary | null;
  onClose: () => void;
}

export function RemoveItemDialog({ item, dictionary, onClose }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const row = item ?? dictionary;
  const remove = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      item ? removeItem({ id, version }) : removeDictionary({ id, version }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['dictionary'] });
      void message.success(`已删除“${row?.label ?? ''}”`);
      onClose();
    },
  });
  if (!row) return null;
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <TabModal
      open
      title={item ? `删除字典项“${row.label}”？` : `删除字典“${row.label}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onOk={() => remove.mutate(row)}
      onCancel={close}
    >
      {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
      <p className="sub">
        {item
          ? '正在使用的值不能删除，可以停用：已有记录仍显示它的名称，选择时不再出现。'
          : '里面还有字典项的不能删除。'}
      </p>
    </TabModal>
  );
}
