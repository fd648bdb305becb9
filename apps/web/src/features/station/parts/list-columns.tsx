import { formatInstant } from '@anlan/contract/domain/instant';
import type { Station, StationSort } from '@anlan/contract/modules/station/resource';
import { Link } from 'react-router';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';

const none = <span className="station-none">—</span>;
const lastName = (path: string | null) => path?.split(' / ').at(-1) ?? null;
const cut = (text: string | null) =>
  text ? (
    <span className="list-cut" title={text}>
      {text}
    </span>
  ) : (
    none
  );

const StatusTag = ({ row }: { row: Station }) => <DictTag type="enableStatus" value={row.status} />;

type Column = ListColumn<Station, StationSort>;

const enterprise = (linked: boolean): Column => ({
  key: 'enterprise',
  title: '所属企业',
  width: 200,
  render: (row) =>
    linked ? (
      <Link className="list-cut" to={`/bus/enterprise/dossier?id=${row.enterpriseId}`} title={row.enterpriseName ?? ''}>
        {row.enterpriseName}
      </Link>
    ) : (
      cut(row.enterpriseName)
    ),
});

const before: readonly Column[] = [
  {
    key: 'name',
    title: '场站',
    width: 200,
    sort: 'name',
    locked: true,
    render: (row) => (
      <span className="list-two">
        <span className="list-name" title={row.name}>
          {row.name}
        </span>
        <small>{row.code}</small>
      </span>
    ),
  },
  { key: 'status', title: '状态', width: 84, render: (row) => <StatusTag row={row} /> },
  {
    key: 'kind',
    title: '类型 / 级别',
    width: 112,
    render: (row) => (
      <span className="list-two">
        <span>
          <DictText type="stationKind" value={row.kind} />
        </span>
        {row.grade && <small title={row.grade}>{row.grade}</small>}
      </span>
    ),
  },
];

const after: readonly Column[] = [
  {
    key: 'region',
    title: '区域 / 地址',
    width: 200,
    render: (row) => (
      <span className="list-two">
        <span title={row.regionName ?? row.regionCode}>{lastName(row.regionName) ?? row.regionCode}</span>
        <small title={row.address}>{row.address}</small>
      </span>
    ),
  },
  {
    key: 'manager',
    title: '负责人',
    width: 124,
    render: (row) => (
      <span className="list-two">
        <span title={row.managerName}>{row.managerName}</span>
        <small>{row.managerPhone}</small>
      </span>
    ),
  },
  {
    key: 'areaSqm',
    title: '面积（㎡）',
    width: 104,
    extra: true,
    align: 'right',
    render: (row) => (row.areaSqm === null ? none : row.areaSqm.toLocaleString('zh-CN')),
  },
  {
    key: 'updatedAt',
    title: '更新时间',
    width: 108,
    sort: 'updatedAt',
    render: (row) => {
      const [day, time] = formatInstant(row.updatedAt).split(' ');
      return (
        <span className="list-two">
          <span>{day}</span>
          <small>{time?.slice(0, 5)}</small>
        </span>
      );
    },
  },
  { key: 'code', title: '编号', width: 120, sort: 'code', extra: true, render: (row) => cut(row.code) },
];

/** Columns of the list; whose station it is only where there are several enterprises. */
export const stationColumns = ({ all, linked }: { all: boolean; linked: boolean }): readonly Column[] =>
  all ? [...before, enterprise(linked), ...after] : [...before, ...after];

/** The row on a phone: what it is, its state, whose, and who runs it. */
export function StationCard({ row, all }: { row: Station; all: boolean }) {
  return (
    <>
      <span className="list-two">
        <span className="list-name" title={row.name}>
          {row.name}
        </span>
        <small>{[row.code, all ? row.enterpriseName : null].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="station-tags">
        <StatusTag row={row} />
        <DictText type="stationKind" value={row.kind} />
        {row.grade}
      </span>
      <small className="list-cut" title={row.address}>
        {[lastName(row.regionName), row.address].filter(Boolean).join(' · ')}
      </small>
      <small className="list-cut">
        {row.managerName} {row.managerPhone}
      </small>
    </>
  );
}
