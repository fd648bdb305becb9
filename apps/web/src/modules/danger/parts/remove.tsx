import type { Danger } from '@anlan/contract/modules/danger/resource';
import { RemoveDialog } from '#kit/remove-dialog.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { bound } from '../calls.ts';

interface Props {
  row: Danger;
  onClose: () => void;
  /** The row is not there any more. */
  onGone: () => void;
}

/** Takes a danger away that should never have been entered. */
export const Remove = ({ row, onClose, onGone }: Props) => (
  <RemoveDialog
    bound={bound}
    row={row as unknown as AnyRow}
    note="重复或误报的隐患请用“作废”，记录会保留。"
    onClose={() => {
      onClose();
      onGone();
    }}
  />
);
