import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useState } from 'react';
import type { RowPart } from '#kit/actions.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { lockUser, removeUser, resetPassword, userKey } from '../calls.ts';
import { isIssued, OneTimeDialog, type IssuedPassword } from './one-time-password.tsx';

interface Step {
  title: (name: string) => string;
  ok: string;
  done: string;
  isDanger: boolean;
  consequence: string;
  act: (row: UserRow) => Promise<unknown>;
}

/** A dialog that names the consequence of a step and does it. A new password shows when the step is done. */
const stepDialog = ({ title, ok, done, isDanger, consequence, act }: Step): RowPart<UserRow> =>
  function StepDialog({ row, onClose }) {
    const client = useQueryClient();
    const { message } = App.useApp();
    const { nickName, username } = row;
    const [issued, setIssued] = useState<IssuedPassword | null>(null);
    const renew = () => client.invalidateQueries({ queryKey: userKey });
    const step = useMutation({
      mutationFn: () => act(row),
      onSuccess: async (answer) => {
        const made = { nickName, username, ...(typeof answer === 'object' ? answer : {}) };
        const renewed = renew();
        // Show a one-time password without waiting for the list.
        if (isIssued(made)) return setIssued(made);
        await renewed;
        onClose();
        void message.success(`${done}“${nickName}”`);
      },
      onError: renew,
    });
    if (issued) return <OneTimeDialog given={issued} onClose={onClose} />;
    return (
      <TabModal
        open
        title={title(nickName)}
        okText={ok}
        cancelText="取消"
        okButtonProps={{ danger: isDanger, loading: step.isPending }}
        onOk={() => step.mutate()}
        onCancel={onClose}
      >
        {step.error && <Alert type="error" showIcon title={step.error.message} />}
        <p>
          “{nickName}”（{username}）{consequence}
        </p>
      </TabModal>
    );
  };

export const PasswordDialog = stepDialog({
  title: (name) => `重置“${name}”的密码？`,
  ok: '重置密码',
  done: '',
  isDanger: true,
  consequence: '现在的密码立即失效，所有登录同时结束。新密码由系统生成，只显示一次，24 小时内有效。',
  act: resetPassword,
});
export const LockDialog = stepDialog({
  title: (name) => `停用“${name}”？`,
  ok: '停用',
  done: '已停用',
  isDanger: true,
  consequence: '将不能登录，现有的登录立即结束。资料和角色保留，可以随时启用。',
  act: (row) => lockUser(row, 'locked'),
});
export const UnlockDialog = stepDialog({
  title: (name) => `启用“${name}”？`,
  ok: '启用',
  done: '已启用',
  isDanger: false,
  consequence: '可以重新登录，密码和角色与停用前相同。',
  act: (row) => lockUser(row, 'open'),
});
export const UnbindDialog = stepDialog({
  title: (name) => `把“${name}”移出本企业？`,
  ok: '移出',
  done: '已移出本企业',
  isDanger: true,
  consequence: '还在其他企业任职：只从本企业移出，账号和在其他企业的工作不受影响。',
  act: removeUser,
});
