import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useState } from 'react';
import type { RowPart } from '#kit/actions.ts';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { MoveDialog } from '#kit/move-dialog.tsx';
import { bindResource } from '#kit/resource.ts';
import { userListing } from '@anlan/contract/modules/user/listings';
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
  const { nickName, username } = row;
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  if (issued) return <OneTimeDialog given={issued} onClose={onClose} />;
  return (
    <AskDialog
      title={`重置“${nickName}”的密码？`}
      verb="重置密码"
      danger
      act={() => resetPassword(row)}
      renews={[userKey]}
      onDone={(answer) => {
        setIssued({ ...answer, nickName, username });
        return 'open';
      }}
      onClose={onClose}
    >
      <p>
        “{nickName}”（{username}）现在的密码立即失效，所有登录同时结束。新密码由系统生成，只显示一次，24 小时内有效。
      </p>
    </AskDialog>
  );
};
