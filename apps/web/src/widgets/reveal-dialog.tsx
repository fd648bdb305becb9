import type { RevealInput } from '@anlan/contract/domain/reveal';
import { revealOne } from '#lib/reveal-calls.ts';
import { ReasonedDialog } from './reason-dialog.tsx';

interface Props {
  input: Omit<RevealInput, 'reason'>;
  label: string;
  onShown: (value: string | null) => void;
  onClose: () => void;
}

export const RevealDialog = ({ input, label, onShown, onClose }: Props) => (
  <ReasonedDialog
    name="reveal"
    title={`查看${label}`}
    verb="查看"
    reason="查看原因"
    example="如 联系企业核实整改进度"
    act={(reason) => revealOne({ ...input, reason })}
    onDone={onShown}
    onClose={onClose}
  >
    <p className="sub">查看会记入日志，内容显示一分钟后重新隐藏。</p>
  </ReasonedDialog>
);
