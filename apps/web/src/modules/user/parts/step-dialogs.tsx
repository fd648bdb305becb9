import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import type { RowPart } from '#kit/actions.ts';
import { MoveDialog } from '#kit/move-dialog.tsx';
import { bindResource } from '#kit/resource.ts';
import { userListing } from '@anlan/contract/modules/user/listings';
import { TabModal } from '#ui/tab-modal.tsx';
import { resetPassword, userKey, userListCalls, userReading } from '../calls.ts';
import { OneTimeDialog, type IssuedPassword } from './one-time-password.tsx';

const bound = bindResource(userListing, userListCalls, userReading);
/** Approves a registration and assigns an enterprise, or rejects it with a reason. */
export const DecideDialog: RowPart<UserRow> = ({ row, onClose }) => (
  <MoveDialog
    bound={bound}
    row={{ ...row }}
    name="decide"
    look={{
      without: row.type === 'enterprise' ? [] : ['enterpriseId'],
      note: (
        <p className="sub">
          {row.username}，{row.phone ?? '没有手机号码'}，自填单位：{row.claimedEnterprise ?? '未填写'}
        </p>
      ),
    }}
    onClose={onClose}
  />
);

/** Resets a password. The new password shows when that is done. */
export const PasswordDialog: RowPart<UserRow> = ({ row, onClose }) => {
  const client = useQueryClient();
  const { nickName, username } = row;
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  const reset = useMutation({
    mutationFn: () => resetPassword(row),
    onSuccess: (answer) => setIssued({ ...answer, nickName, username }),
    onSettled: () => void client.invalidateQueries({ queryKey: userKey }),
  });
  if (issued) return <OneTimeDialog given={issued} onClose={onClose} />;
  return (
    <TabModal
      open
      title={`重置“${nickName}”的密码？`}
      okText="重置密码"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: reset.isPending }}
      onOk={() => reset.mutate()}
      onCancel={onClose}
    >
      {reset.error && <Alert type="error" showIcon title={reset.error.message} />}
      <p>
        “{nickName}”（{username}）现在的密码立即失效，所有登录同时结束。新密码由系统生成，只显示一次，24 小时内有效。
      </p>
    </TabModal>
  );
};
