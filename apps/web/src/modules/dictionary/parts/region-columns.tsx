import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { column, one } from '#kit/columns.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { levelName, upperName } from '../rules.ts';

const StateTag = ({ enabled }: { enabled: boolean }) => (
  <DictTag type="enableStatus" value={enabled ? 'enabled' : 'disabled'} />
);

export const regionColumns = [
  column<OwnRegion, 'name'>(
    'name',
    '名称',
    ({ name, level, path }) => (
      <span className={level === 5 ? 'list-cut region-below' : 'list-cut'} title={path}>
        {name}
      </span>
    ),
    { width: 220, sort: 'name', locked: true },
  ),
  column<OwnRegion>('level', '层级', ({ level }) => levelName(level), { width: 84 }),
  one('code', { width: 148 }),
  column<OwnRegion>(
    'upper',
    '上级',
    (row) => (
      <span className="list-cut" title={row.path}>
        {upperName(row)}
      </span>
    ),
    { width: 220 },
  ),
  one('pinyin', { width: 120 }),
  column<OwnRegion>('enabled', '状态', ({ enabled }) => <StateTag enabled={enabled} />, { width: 92 }),
];

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
