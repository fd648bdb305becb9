import type { OwnRegion, OwnRegionSort } from '@anlan/contract/modules/dictionary/region';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { levelName, upperName } from '../rules.ts';

const StateTag = ({ enabled }: { enabled: boolean }) => (
  <DictTag type="enableStatus" value={enabled ? 'enabled' : 'disabled'} />
);

/** Columns of streets and grids; in the order of codes each grid stands below its street. */
export const regionColumns: readonly ListColumn<OwnRegion, OwnRegionSort>[] = [
  {
    key: 'name',
    title: '名称',
    width: 220,
    sort: 'name',
    locked: true,
    render: (row) => (
      <span className={row.level === 5 ? 'list-cut region-below' : 'list-cut'} title={row.path}>
        {row.name}
      </span>
    ),
  },
  { key: 'level', title: '层级', width: 84, render: (row) => levelName(row.level) },
  { key: 'code', title: '代码', width: 148, sort: 'code', render: (row) => <span className="num">{row.code}</span> },
  {
    key: 'upper',
    title: '上级',
    width: 220,
    render: (row) => (
      <span className="list-cut" title={row.path}>
        {upperName(row)}
      </span>
    ),
  },
  { key: 'pinyin', title: '拼音首字母', width: 120, render: (row) => row.pinyin },
  { key: 'enabled', title: '状态', width: 92, render: (row) => <StateTag enabled={row.enabled} /> },
];

/** The row on a phone. */
export function RegionCard({ row }: { row: OwnRegion }) {
  return (
    <>
      <span className="list-two">
        <span className="list-name" title={row.path}>
          {row.name}
        </span>
        <small>{row.code}</small>
      </span>
      <span className="region-tags">
        <StateTag enabled={row.enabled} />
        {levelName(row.level)}
      </span>
      <small className="list-cut">{upperName(row)}</small>
    </>
  );
}
