import type { AdminItem, Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { removeDictionary, removeItem } from '../calls.ts';

interface Props {
  item?: AdminItem | null;
  dictionary?: Dictionary | null;
  onClose: () => void;
}

export function RemoveItemDialog({ item, dictionary, onClose }: Props) {
  const row = item ?? dictionary;
  return (
    row && (
      <AskDialog
        title={item ? `删除字典项“${row.label}”？` : `删除字典“${row.label}”？`}
        verb="删除"
        danger
        act={() => (item ? removeItem(row) : removeDictionary(row))}
        renews={[['dictionary']]}
        done={`已删除“${row.label}”`}
        onClose={onClose}
      >
        <p className="sub">
          {item
            ? '正在使用的值不能删除，可以停用：已有记录仍显示它的名称，选择时不再出现。'
            : '里面还有字典项的不能删除。'}
        </p>
      </AskDialog>
    )
  );
}
