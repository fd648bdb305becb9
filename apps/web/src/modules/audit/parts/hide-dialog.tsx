import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { hideLog, logKey } from '../calls.ts';

export const HideDialog = ({ row, onClose }: { row: LogEntry; onClose: () => void }) => (
  <AskDialog
    title={`从列表中移除“${row.type === '9' ? row.title : `${row.createBy ?? '系统'} ${row.sentence}`}”？`}
    verb="移除"
    danger
    act={() => hideLog(row)}
    renews={[logKey]}
    done="已从列表中移除"
    onClose={onClose}
  >
    <p>{row.type === '9' ? '该错误记录将被删除。' : '审计记录仍会保留，移除本身也会记入日志。'}</p>
  </AskDialog>
);
