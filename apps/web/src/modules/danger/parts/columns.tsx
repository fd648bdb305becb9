import { dayOf } from '@anlan/contract/domain/instant';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { InstantCell, OneCell, TwoCell } from '#kit/cells.tsx';
import { column, one, tag } from '#kit/columns.tsx';
import { FilesCell } from '#widgets/files/gallery.tsx';
import { useAddressParams } from '../list-params.ts';
import { DeadlineCell, Flags, LevelMark, StateTag, TurnChip } from './danger-tags.tsx';

function DangerTitle({ row, below }: { row: Danger; below: React.ReactNode }) {
  const { put } = useAddressParams();
  return (
    <span className="danger-thing">
      <FilesCell files={row.photosBefore} label={`${row.title}的照片`} pictured />
      <span className="list-two">
        <button type="button" className="kit-open list-name" title={row.title} onClick={() => put({ id: row.id })}>
          {row.title}
        </button>
        <small>{below}</small>
      </span>
    </span>
  );
}

const numberAndFlags = (row: Danger) => (
  <>
    {row.no} <Flags row={row} />
  </>
);

/** The keys of the columns are those of the stored column settings. */
export const dangerColumns = (several: boolean) => [
  column('title', '隐患', (row: Danger) => <DangerTitle row={row} below={numberAndFlags(row)} />, {
    width: 300,
    locked: true,
    fields: ['no'],
  }),
  column('level', '等级', (row: Danger) => <LevelMark level={row.level} />, { width: 76 }),
  column('place', several ? '企业 / 部位' : '部位', (row: Danger) => <Place row={row} several={several} />, {
    width: 168,
    fields: ['enterpriseId', 'place'],
  }),
  tag('status', { width: 92 }),
  column('turn', '轮到谁', (row: Danger) => <TurnChip row={row} />, { width: 176, fields: ['turn', 'turnSince'] }),
  column('deadlineOn', '期限', (row: Danger) => <DeadlineCell row={row} />, { width: 108, sort: 'deadlineOn' }),
  one('source', { width: 80 }),
  column(
    'foundAt',
    '发现时间',
    (row: Danger) => <TwoCell first={{ text: dayOf(row.foundAt) }} second={{ text: row.foundBy }} />,
    {
      width: 108,
      sort: 'foundAt',
      extra: true,
      fields: ['foundAt', 'foundBy'],
    },
  ),
  one('category', { width: 108, extra: true }),
  column('updatedAt', '更新时间', (row: Danger) => <InstantCell at={row.updatedAt} />, { width: 108, extra: true }),
  column('duty', '责任人', (row: Danger) => <span className="list-cut">{row.dutyPersonName ?? '主要负责人'}</span>, {
    width: 104,
    extra: true,
    fields: ['dutyPersonId'],
  }),
];

const Place = ({ row: { enterpriseName, place }, several }: { row: Danger; several: boolean }) =>
  several ? (
    <TwoCell first={{ text: enterpriseName, title: enterpriseName ?? '' }} second={{ text: place, title: place }} />
  ) : (
    <OneCell text={place} title={place} />
  );

export const DangerCard = ({ row, several }: { row: Danger; several: boolean }) => (
  <>
    <DangerTitle row={row} below={[several ? row.enterpriseName : null, row.place].filter(Boolean).join(' · ')} />
    <span className="danger-card-state">
      <LevelMark level={row.level} />
      <StateTag status={row.status} />
      <DeadlineCell row={row} />
    </span>
    <TurnChip row={row} />
  </>
);
