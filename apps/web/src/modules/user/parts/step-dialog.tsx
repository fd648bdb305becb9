import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { lockUser, removeUser, resetPassword, userKey } from '../calls.ts';
import type { IssuedPassword } from './one-time-password.tsx';

/** What is to be done with an account, asked once more. */
export type StepKind = 'password' | 'lock' | 'unlock' | 'remove' | 'unbind';
/** A step and whose account it is about. */
export interface Step {
  kind: StepKind;
  row: UserRow;
}

const words: Readonly<Record<StepKind, { ok: string; done: string; danger: boolean }>> = {
  password: { ok: '重置密码', done: '', danger: true },
  lock: { ok: '停用', done: '已停用', danger: true },
  unlock: { ok: '启用', done: '已启用', danger: false },
  remove: { ok: '删除', done: '已删除', danger: true },
  unbind: { ok: '移出', done: '已移出本企业', danger: true },
};

const titleOf = ({ kind, row }: Step) =>
  kind === 'password'
    ? `重置“${row.nickName}”的密码？`
    : kind === 'unbind'
      ? `把“${row.nickName}”移出本企业？`
      : `${words[kind].ok}“${row.nickName}”？`;

function Consequence({ kind, row }: Step) {
  const { nickName, username } = row;
  const who = `“${nickName}”（${username}）`;
  if (kind === 'password')
    return <p>{who}现在的密码立即失效，所有登录同时结束。新密码由系统生成，只显示一次，24 小时内有效。</p>;
  if (kind === 'lock') return <p>{who}将不能登录，现有的登录立即结束。资料和角色保留，可以随时启用。</p>;
  if (kind === 'unlock') return <p>{who}可以重新登录，密码和角色与停用前相同。</p>;
  if (kind === 'unbind') return <p>{who}还在其他企业任职：只从本企业移出，账号和在其他企业的工作不受影响。</p>;
  return (
    <>
      <p>
        将删除{who}的账号：登录立即结束，{row.roleList.length > 0 ? '角色、' : ''}
        {row.enterprises.length > 0 ? `与 ${row.enterprises.length} 家企业的绑定、` : ''}
        手机号码和邮箱一并清除，不能恢复。
      </p>
      <p className="sub">经办记录仍保留，姓名显示为“已删除用户”。只是暂时不用时，可以改为停用。</p>
    </>
  );
}

interface Props {
  step: Step | null;
  onGiven: (given: IssuedPassword) => void;
  onClose: () => void;
}

/** Asks once more, naming what ends, and does it. */
export function StepDialog({ step, ...props }: Props) {
  return step ? <OpenStep key={`${step.kind} ${step.row.id}`} step={step} {...props} /> : null;
}

function OpenStep({ step, onGiven, onClose }: Props & { step: Step }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { kind, row } = step;
  const { ok, done, danger } = words[kind];
  const renew = () => client.invalidateQueries({ queryKey: userKey });
  const act = useMutation({
    mutationFn: async (): Promise<IssuedPassword | null> => {
      if (kind === 'password') {
        const { password, endsAt } = await resetPassword(row);
        return { password, endsAt, name: row.nickName, username: row.username };
      }
      if (kind === 'lock' || kind === 'unlock')
        await lockUser({ ...row, lockFlag: kind === 'lock' ? 'locked' : 'open' });
      else await removeUser(row);
      return null;
    },
    onSuccess: async (given) => {
      const renewed = renew();
      // A password is shown whatever becomes of the list.
      if (given === null) await renewed;
      onClose();
      if (given) onGiven(given);
      else void message.success(`${done}“${row.nickName}”`);
    },
    onError: renew,
  });
  return (
    <TabModal
      open
      title={titleOf(step)}
      okText={ok}
      cancelText="取消"
      okButtonProps={{ danger, loading: act.isPending }}
      onOk={() => act.mutate()}
      onCancel={onClose}
    >
      <div className="user-words">
        {act.error && <Alert type="error" showIcon title={act.error.message} />}
        <div>
          <Consequence {...step} />
        </div>
      </div>
    </TabModal>
  );
}
