import type { OnlineSession } from '@anlan/contract/modules/session/own';
import { formatInstant } from '@anlan/contract/domain/instant';
import { userType } from '@anlan/contract/modules/session/session';
import { Ago } from '#ui/ago.tsx';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import './online.css';

/** What the list is ordered by. */
type Sort = 'lastSeenAt' | 'startedAt';
type Column = ListColumn<OnlineSession, Sort>;

const cut = (text: string | null) =>
  text ? (
    <span className="list-cut" title={text}>
      {text}
    </span>
  ) : (
    <span className="field-none">—</span>
  );

/** Whether it is one's own session here, and whether its screen is locked. */
const Marks = ({ row }: { row: OnlineSession }) => (
  <>
    {row.current && <span className="tag tone-green">当前会话</span>}
    {row.locked && <span className="tag tone-grey">已锁屏</span>}
  </>
);

/** Columns of who is online. */
export const onlineColumns: readonly Column[] = [
  { key: 'nickName', title: '姓名', width: 112, locked: true, render: (row) => cut(row.nickName) },
  { key: 'username', title: '用户名', width: 112, render: (row) => cut(row.username) },
  {
    key: 'type',
    title: '用户类型',
    width: 104,
    render: (row) => <DictTag type="userType" value={row.type} codes={userType} />,
  },
  { key: 'entName', title: '当前企业', width: 164, render: (row) => cut(row.entName) },
  { key: 'device', title: '设备', width: 204, render: (row) => cut(row.device) },
  { key: 'address', title: '登录地址', width: 128, render: (row) => cut(row.address) },
  {
    key: 'lastSeenAt',
    title: '最近操作',
    width: 112,
    sort: 'lastSeenAt',
    render: (row) => <Ago at={row.lastSeenAt} />,
  },
  { key: 'marks', title: '状态', width: 104, render: (row) => <Marks row={row} /> },
  {
    key: 'startedAt',
    title: '登录时间',
    width: 168,
    sort: 'startedAt',
    extra: true,
    render: (row) => formatInstant(row.startedAt),
  },
];

/** Three lines of a session, for a phone. */
export const OnlineCard = ({ row }: { row: OnlineSession }) => (
  <>
    <b>{row.nickName}</b>
    <span className="online-tags">
      <DictTag type="userType" value={row.type} codes={userType} />
      <Marks row={row} />
      {row.entName && <span>{row.entName}</span>}
    </span>
    <small>
      {row.device} · {row.address} ·{' '}
      <span className="together">
        最近操作 <Ago at={row.lastSeenAt} />
      </span>
    </small>
  </>
);
