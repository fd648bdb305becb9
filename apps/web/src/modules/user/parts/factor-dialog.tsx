import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { ReasonedDialog } from '#widgets/reasoned-dialog.tsx';
import { removeFactor, userKey } from '../calls.ts';

/** Takes the second factor of somebody away who has lost it; asks why, and for one's own password. */
export function FactorDialog({ row, onClose }: { row: UserRow | null; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  if (!row) return null;
  const { id, nickName, username } = row;
  return (
    <ReasonedDialog
      key={id}
      name="factor-removal"
      title={`解除“${nickName}”的两步验证？`}
      verb="解除"
      ok="解除两步验证"
      reason="解除原因"
      example="如 手机遗失，已当面核实本人"
      danger
      act={(reason) => removeFactor({ id, reason })}
      onDone={() => {
        onClose();
        void message.success(`已解除“${nickName}”的两步验证`);
      }}
      renew={() => client.invalidateQueries({ queryKey: userKey })}
      onClose={onClose}
    >
      <p>
        “{nickName}”（{username}）的验证器和恢复码立即失效，所有登录同时结束，此后凭密码即可登录。
      </p>
      <p className="sub">只在本人丢失验证器和恢复码时使用，请先当面或电话核实本人身份。解除会记入日志。</p>
    </ReasonedDialog>
  );
}
