import type { Role, RoleSort } from '@anlan/contract/modules/access/role';
import { formatInstant } from '@anlan/contract/domain/instant';
import { userType } from '@anlan/contract/modules/session/session';
import type { ListColumn } from '#ui/list/columns.ts';
import { isOneOfThree, dataScopeText } from '../rules.ts';
import { DictText } from '#widgets/dict-tag.tsx';

const Tags = ({ row }: { row: Role }) => (
  <>
    {row.toReview.length > 0 && (
      <span className="tag tone-orange" title={row.toReview.join('、')}>
        权限待核对
      </span>
    )}
    {row.mine && <span className="tag tone-blue">本人持有</span>}
    {isOneOfThree(row) && <span className="tag tone-orange">三员</span>}
    <span className={row.preset ? 'tag tone-grey' : 'tag tone-green'}>{row.preset ? '系统预设' : '自建'}</span>
  </>
);

/** Columns of the list of roles. */
export const roleColumns: readonly ListColumn<Role, RoleSort>[] = [
  {
    key: 'roleName',
    title: '角色',
    width: 180,
    sort: 'roleName',
    locked: true,
    render: (row) => (
      <span className="list-two">
        <span className="list-name" title={row.roleName}>
          {row.roleName}
        </span>
        <small title={row.roleCode}>{row.roleCode}</small>
      </span>
    ),
  },
  {
    key: 'origin',
    title: '来源',
    width: 188,
    render: (row) => (
      <span className="role-tags">
        <Tags row={row} />
      </span>
    ),
  },
  {
    key: 'userType',
    title: '适用人员',
    width: 96,
    render: (row) => <DictText type="userType" value={row.userType} codes={userType} />,
  },
  {
    key: 'dsType',
    title: '数据范围',
    width: 136,
    render: (row) => (
      <span className="list-cut" title={row.regions.map(({ name }) => name).join('、') || dataScopeText(row)}>
        {row.userType === 'regulator' ? dataScopeText(row) : <span className="role-none">—</span>}
      </span>
    ),
  },
  { key: 'members', title: '成员', width: 64, align: 'right', render: (row) => row.members },
  { key: 'permits', title: '权限', width: 64, align: 'right', render: (row) => row.permits },
  {
    key: 'roleDesc',
    title: '说明',
    width: 188,
    render: (row) =>
      row.roleDesc ? (
        <span className="list-cut" title={row.roleDesc}>
          {row.roleDesc}
        </span>
      ) : (
        <span className="role-none">—</span>
      ),
  },
  {
    key: 'updateTime',
    title: '更新时间',
    width: 112,
    sort: 'updateTime',
    render: (row) => {
      const [day, time] = formatInstant(row.updateTime).split(' ');
      return (
        <span className="list-two">
          <span>{day}</span>
          <small>{time?.slice(0, 5)}</small>
        </span>
      );
    },
  },
];

/** The row on a phone. */
export const RoleCard = ({ row }: { row: Role }) => (
  <>
    <span className="list-two">
      <span className="list-name" title={row.roleName}>
        {row.roleName}
      </span>
      <small>{row.roleCode}</small>
    </span>
    <span className="role-tags">
      <Tags row={row} />
      <DictText type="userType" value={row.userType} codes={userType} />
    </span>
    <small className="list-cut">
      {row.userType === 'regulator' ? `${dataScopeText(row)} · ` : ''}
      {row.members} 人 · {row.permits} 项权限{row.roleDesc ? ` · ${row.roleDesc}` : ''}
    </small>
  </>
);
