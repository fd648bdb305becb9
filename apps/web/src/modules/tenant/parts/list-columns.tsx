import { numberText } from '@anlan/contract/domain/number-text';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { statusCodes } from '../rules.ts';

const none = <span className="tenant-none">—</span>;

/** The state of a tenant. */
const TenantState = ({ row }: { row: TenantRow }) => {
  if (row.removeTime !== null)
    return (
      <span className="list-two">
        <span>
          <span className="tag tone-grey">{row.purged ? '已清除' : '已删除'}</span>
        </span>
        {!row.purged && row.purgeTime !== null && (
          <small className="num" title={`${formatInstant(row.purgeTime)} 之后清除全部数据，之前可以恢复`}>
            {formatInstant(row.purgeTime).slice(0, 10)} 清除
          </small>
        )}
      </span>
    );
  return <DictTag type="enableStatus" value={row.status} codes={statusCodes} />;
};

const Logo = ({ row }: { row: TenantRow }) =>
  row.logo ? (
    <img className="tenant-logo" src={row.logo} alt="" />
  ) : (
    <span className="tenant-logo none" aria-hidden="true">
      {[...row.name][0]}
    </span>
  );

const Hosts = ({ row }: { row: TenantRow }) => {
  const all = [...row.hosts, ...row.genericHosts];
  if (all.length === 0) return none;
  return (
    <span className="list-two" title={all.join('\n')}>
      <span>{all[0]}</span>
      {all.length > 1 && <small>等 {all.length} 个</small>}
    </span>
  );
};

/** Columns of the list. */
export const tenantColumns: readonly ListColumn<TenantRow, 'id' | 'name' | 'createTime'>[] = [
  {
    key: 'name',
    title: '单位',
    width: 280,
    sort: 'name',
    locked: true,
    render: (row) => (
      <span className="tenant-who">
        <Logo row={row} />
        <span className="list-two">
          <span className="list-name" title={row.name}>
            {row.name}
          </span>
          <small className="num">{row.id}</small>
        </span>
      </span>
    ),
  },
  { key: 'status', title: '状态', width: 132, render: (row) => <TenantState row={row} /> },
  {
    key: 'people',
    title: '用户',
    width: 88,
    align: 'right',
    render: (row) => <span className="num">{numberText(row.people)}</span>,
  },
  { key: 'hosts', title: '域名', width: 200, render: (row) => <Hosts row={row} /> },
  {
    key: 'icp',
    title: '备案',
    width: 220,
    render: (row) =>
      row.icp || row.tec ? (
        <span className="list-two">
          <span title={row.icp ?? ''}>{row.icp ?? '—'}</span>
          {row.tec && <small title={row.tec}>{row.tec}</small>}
        </span>
      ) : (
        none
      ),
  },
  {
    key: 'createTime',
    title: '创建时间',
    width: 116,
    sort: 'createTime',
    render: (row) => <span className="num">{formatInstant(row.createTime).slice(0, 10)}</span>,
  },
];

/** The row on a phone. */
export const TenantCard = ({ row }: { row: TenantRow }) => (
  <>
    <span className="tenant-who">
      <Logo row={row} />
      <span className="list-two">
        <span className="list-name" title={row.name}>
          {row.name}
        </span>
        <small className="num">{row.id}</small>
      </span>
    </span>
    <span className="tenant-tags">
      <TenantState row={row} />
      <span className="list-cut">{[...row.hosts, ...row.genericHosts].join('、')}</span>
    </span>
  </>
);
