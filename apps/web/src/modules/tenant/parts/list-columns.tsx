import { formatInstant } from '@anlan/contract/domain/instant';
import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { statusCodes } from '@anlan/contract/modules/tenant/listing';
import { column, one } from '#kit/columns.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';

const none = <span className="tenant-none">—</span>;

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

const Who = ({ row }: { row: TenantRow }) => (
  <span className="tenant-who">
    <Logo row={row} />
    <span className="list-two">
      <span className="list-name" title={row.name}>
        {row.name}
      </span>
      <small className="num">{row.id}</small>
    </span>
  </span>
);

export const tenantColumns = [
  column<TenantRow, 'name'>('name', '单位', (row) => <Who row={row} />, { width: 280, sort: 'name', locked: true }),
  column<TenantRow>('status', '状态', (row) => <TenantState row={row} />, { width: 132 }),
  one('people', { width: 88 }),
  column<TenantRow>('hosts', '域名', (row) => <Hosts row={row} />, { width: 200 }),
  column<TenantRow>(
    'icp',
    '备案',
    ({ icp, tec }) =>
      icp || tec ? (
        <span className="list-two">
          <span title={icp ?? ''}>{icp ?? '—'}</span>
          {tec && <small title={tec}>{tec}</small>}
        </span>
      ) : (
        none
      ),
    { width: 220 },
  ),
  one('createTime', { width: 116 }),
];

export const TenantCard = ({ row }: { row: TenantRow }) => (
  <>
    <Who row={row} />
    <span className="tenant-tags">
      <TenantState row={row} />
      <span className="list-cut">{[...row.hosts, ...row.genericHosts].join('、')}</span>
    </span>
  </>
);
