import { formatInstant } from '@anlan/contract/domain/instant';
import { userType } from '@anlan/contract/modules/session/session';
import type { UserRow, UserSort } from '@anlan/contract/modules/user/admin';
import type { ListColumn } from '#ui/list/columns.ts';
import { Reveal } from '#widgets/reveal.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { standingOf } from '../rules.ts';

const none = <span className="user-none">—</span>;
const cut = (text: string | null) =>
  text ? (
    <span className="list-cut" title={text}>
      {text}
    </span>
  ) : (
    none
  );
const rolesOf = ({ roleList }: UserRow) => roleList.map(({ name }) => name).join('、') || null;

function Standing({ row }: { row: UserRow }) {
  const { label, tone } = standingOf(row);
  return <span className={`tag tone-${tone}`}>{label}</span>;
}
const Kind = ({ row }: { row: UserRow }) => <DictTag type="userType" value={row.type} codes={userType} />;

type Column = ListColumn<UserRow, UserSort>;

const person: Column = {
  key: 'nickName',
  title: '姓名 / 用户名',
  width: 132,
  sort: 'nickName',
  locked: true,
  render: (row) => (
    <span className="list-two">
      <span className="list-name" title={row.nickName}>
        {row.nickName}
      </span>
      <small title={row.username}>{row.username}</small>
    </span>
  ),
};
const standing: Column = { key: 'standing', title: '状态', width: 84, render: (row) => <Standing row={row} /> };
const kind: Column = { key: 'type', title: '类型', width: 100, render: (row) => <Kind row={row} /> };
const phone: Column = {
  key: 'phone',
  title: '手机号码 / 邮箱',
  width: 136,
  render: (row) => (
    <span className="list-two">
      <span>
        {row.phone === null ? (
          none
        ) : (
          <Reveal room="user" id={row.id} field="phone" label="手机号码" masked={row.phone} />
        )}
      </span>
      {row.email && <small title={row.email}>{row.email}</small>}
    </span>
  ),
};
const roles: Column = { key: 'roles', title: '角色', width: 100, render: (row) => cut(rolesOf(row)) };
const place: Column = {
  key: 'place',
  title: '机构 / 企业',
  width: 136,
  render: (row) => {
    const claimed = row.claimedEnterprise !== null && row.entName === null;
    const firm = claimed ? `自填：${row.claimedEnterprise}` : row.entName;
    if (!row.organName && !firm) return none;
    return (
      <span className="list-two">
        {row.organName && <span title={row.organName}>{row.organName}</span>}
        {firm && (row.organName ? <small title={firm}>{firm}</small> : <span title={firm}>{firm}</span>)}
      </span>
    );
  },
};
const made: Column = {
  key: 'createTime',
  title: '创建时间',
  width: 108,
  sort: 'createTime',
  extra: true,
  render: (row) => {
    const [day, time] = formatInstant(row.createTime).split(' ');
    return (
      <span className="list-two">
        <span>{day}</span>
        <small>{time?.slice(0, 5)}</small>
      </span>
    );
  },
};
const username: Column = {
  key: 'username',
  title: '用户名',
  width: 140,
  sort: 'username',
  extra: true,
  render: (row) => cut(row.username),
};

/** Columns of the list; an enterprise's staff are all of one kind and one place. */
export const userColumns = ({ all, own }: { all: boolean; own: boolean }): readonly Column[] => [
  person,
  standing,
  ...(all ? [kind] : []),
  phone,
  roles,
  ...(own ? [] : [place]),
  made,
  username,
];

/** The row on a phone: who, how the account stands, where, and how to reach them. */
export function UserCard({ row, all }: { row: UserRow; all: boolean }) {
  return (
    <>
      <span className="list-two">
        <span className="list-name" title={row.nickName}>
          {row.nickName}
        </span>
        <small>{row.username}</small>
      </span>
      <span className="user-tags">
        <Standing row={row} />
        {all && <Kind row={row} />}
        {rolesOf(row)}
      </span>
      <small className="list-cut">{[row.organName, row.entName].filter(Boolean).join(' · ') || '未分配机构'}</small>
      <small className="list-cut">{row.phone ?? '没有手机号码'}</small>
    </>
  );
}
