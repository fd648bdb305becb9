import type { UserAbility, UserRow } from '@anlan/contract/modules/user/admin';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import type { Action, StandardActions, RowPart } from '#kit/actions.ts';
import { column, one, tag, title } from '#kit/columns.tsx';
import { none } from '#kit/cells.tsx';
import { usePerson } from '#lib/current-user.ts';
import { Reveal } from '#widgets/reveal.tsx';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { importLimits, makeEntAdmin, removeFactor, userKey } from '../calls.ts';
import { controls } from './person-controls.tsx';
import { DecideDialog, PasswordDialog } from './step-dialogs.tsx';
import './user.css';

/** Removes the second factor of a user who lost it. Requires a reason and the administrator's password. */
const FactorDialog: RowPart<UserRow> = ({ row: { id, nickName, username }, onClose }) => {
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

export const person = title({ width: 132, title: '姓名 / 用户名' });
export const standing = tag('standing', { width: 84 });
export const others = [
  column<UserRow, 'phone' | 'email'>(
    'phone',
    '手机号码 / 邮箱',
    ({ id, phone, email }) => (
      <span className="list-two">
        <span>{phone ? <Reveal room="user" id={id} field="phone" label="手机号码" masked={phone} /> : none}</span>
        {email && <small title={email}>{email}</small>}
      </span>
    ),
    { width: 136, fields: ['phone', 'email'] },
  ),
  one('roles', { width: 100 }),
  column<UserRow, 'entName' | 'organName'>(
    'place',
    '机构 / 企业',
    ({ organName, entName, claimedEnterprise }) => {
      const firm = entName ?? (claimedEnterprise && `自填：${claimedEnterprise}`);
      const [first, second] = organName ? [organName, firm] : [firm];
      if (!first) return none;
      return (
        <span className="list-two">
          <span title={first}>{first}</span>
          {second && <small title={second}>{second}</small>}
        </span>
      );
    },
    { width: 136, fields: ['entName', 'organName'] },
  ),
] as const;

/** The enterprise that the list is limited to; else the first of the person. */
function enterpriseOf({ enterprises }: UserRow): string | null | undefined {
  const own = usePerson.getState().info?.sysUser;
  if (own?.type === 'enterprise') return own.shopId;
  return new URLSearchParams(location.search).get('enterpriseId') ?? enterprises[0]?.id;
}

function promotion(row: UserRow): (Action<UserRow> & { ability: UserAbility })[] {
  const enterpriseId = enterpriseOf(row);
  if (!enterpriseId) return [];
  return [
    {
      key: 'admin',
      ability: 'makeAdmin',
      label: '设为企业管理员',
      send: async (message) => {
        await makeEntAdmin({ enterpriseId, userId: row.id });
        void message.success('已设为企业管理员');
      },
    },
  ];
}

const actions = (row: UserRow, { edit, moves, remove }: StandardActions<UserRow>): readonly Action<UserRow>[] => {
  const able = (all: (Action<UserRow> & { ability: UserAbility })[]) =>
    all.filter(({ ability }) => row.abilities.includes(ability)).map(({ ability: _, ...one }) => one);
  const move = (...names: UserAbility[]) => moves.filter(({ key }) => names.some((one) => one === key));
  return [
    ...move('decide'),
    ...edit,
    ...move('roles', 'lock', 'unlock'),
    ...able([
      { key: 'password', ability: 'password', label: '重置密码', open: PasswordDialog },
      { key: 'factor', ability: 'password', label: '解除两步验证', open: FactorDialog },
      ...promotion(row),
    ]),
    ...move('unbind'),
    ...remove,
  ];
};

const consequence = (text: string) => ({
  note: ({ nickName, username }: UserRow) => (
    <p>
      “{nickName}”（{username}）{text}
    </p>
  ),
});

export const shared = {
  icon: 'users',
  queue: false,
  actions,
  moves: {
    decide: DecideDialog,
    roles: {
      controls: { roleIds: controls.roleIds },
      note: ({ username, organName, entName }: UserRow) => (
        <p className="sub">{[username, organName, entName].filter(Boolean).join('，')}</p>
      ),
    },
    lock: consequence('将不能登录，现有的登录立即结束。资料和角色保留，可以随时启用。'),
    unlock: consequence('可以重新登录，密码和角色与停用前相同。'),
    unbind: consequence('还在其他企业任职：只从本企业移出，账号和在其他企业的工作不受影响。'),
  },
  importing: () => ({ noun: '用户', counter: '人', identity: '手机号', ...importLimits }),
  removing: ({ roleList, enterprises }: UserRow) =>
    `登录立即结束，${roleList.length > 0 ? '角色、' : ''}${
      enterprises.length > 0 ? `与 ${enterprises.length} 家企业的绑定、` : ''
    }手机号码和邮箱一并清除，不能恢复。经办记录仍保留，姓名显示为“已删除用户”。只是暂时不用时，可以改为停用。`,
} as const;
