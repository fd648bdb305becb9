import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { townKey } from '#widgets/towns.ts';
import { removeRegion } from '../calls.ts';
import { levelName } from '../rules.ts';

export const RemoveDialog = ({ row, onClose }: { row: OwnRegion; onClose: () => void }) => (
  <AskDialog
    title={`删除${levelName(row.level)}“${row.name}”？`}
    verb="删除"
    danger
    act={() => removeRegion(row)}
    renews={[townKey]}
    done={`已删除“${row.name}”`}
    onClose={onClose}
  >
    <p>{row.path}</p>
    <p className="sub">下面还有网格、已有企业在此，或有角色、机构以此为范围的，不能删除，可以停用。</p>
  </AskDialog>
);
