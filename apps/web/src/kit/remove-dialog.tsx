import { isDerived } from '@anlan/contract/kit/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { isOutdated } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { namedText, ownerOf, specOf, textOf, titleOf, type AnyRow, type Bound } from './resource.ts';

interface Props {
  bound: Bound;
  row: AnyRow;
  note?: ReactNode;
  onClose: () => void;
}

export function RemoveDialog({ bound, row, note, onClose }: Props) {
  const { of, key } = bound;
  const client = useQueryClient();
  const { message } = App.useApp();
  const undo = useUndo();
  const again = () => client.invalidateQueries({ queryKey: key });
  const remove = useMutation({
    mutationFn: bound.remove,
    onSuccess: async (_answer, gone: AnyRow) => {
      await again();
      onClose();
      const notice = `已删除“${titleOf(of, gone)}”`;
      if (bound.has('restore'))
        undo({ said: notice, undone: '已恢复', back: () => bound.restore(gone.id).finally(again) });
      else void message.success(notice);
    },
    onError: async (error) => {
      await again();
      if (isOutdated(error)) onClose();
    },
  });
  const owner = ownerOf(of);
  const whose = owner && textOf(namedText(row, owner, specOf(of, owner)));
  const code = of.subtitle === undefined ? '' : textOf(row[of.subtitle]);
  const freed = of.subtitle === undefined ? undefined : specOf(of, of.subtitle);
  return (
    <TabModal
      open
      title={`删除“${titleOf(of, row)}”？`}
      okText="删除"
      cancelText="取消"
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onOk={() => remove.mutate(row)}
      onCancel={onClose}
    >
      <p>
        将删除{whose ? `“${whose}”的` : ''}
        {of.label} {titleOf(of, row)}
        {code && `（${code}）`}
        {freed?.unique ? `，${freed.label}${isDerived(freed) ? '不再使用' : '可以再次使用'}。` : '。'}
      </p>
      {note && <p className="sub">{note}</p>}
    </TabModal>
  );
}
