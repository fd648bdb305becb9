import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import type { RowPart } from '#kit/actions.ts';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { removeFactor, userKey } from '../calls.ts';

/** Removes the second factor of a user who lost it. Requires a reason and the administrator's password. */
export const FactorDialog: RowPart<UserRow> = ({ row: { id, nickName, username }, onClose }) => {
  const client = useQueryClient();
  const { message } = App.useApp();
  return (
    <ReasonedDialog
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
};
