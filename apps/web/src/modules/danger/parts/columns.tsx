import { dayOf } from '@anlan/contract/domain/instant';
import type { Danger, DangerSort } from '@anlan/contract/modules/danger/resource';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictText } from '#widgets/dict-tag.tsx';
import { DeadlineCell, Flags, LevelMark, SourceText, StateTag, TurnChip } from './marks.tsx';
import { Thumb } from './photos.tsx';

type Open = (row: Danger) => void;

/** The thing itself: photo, name, number, and what is special about it. */
function Thing({ row, onOpen }: { row: Danger; onOpen: Open }) {
  return (
    <span className="danger-thing">
      <Thumb photos={row.photosBefore} label={`${row.title}的照片`} />
      <span className="list-two">
        <button type="button" className="kit-open list-name" title={row.title} onClick={() => onOpen(row)}>
          {row.title}
        </button>
        <small>
          {row.no} <Flags row={row} />
        </small>
      </span>
    </span>
  );
}

/** Columns of the list: first the thing, then its state, then whose turn, then time. */
export const dangerColumns = (several: boolean, onOpen: Open): ListColumn<Danger, DangerSort>[] => [
  { key: 'title', title: '隐患', width: 300, locked: true, render: (row) => <Thing row={row} onOpen={onOpen} /> },
  { key: 'level', title: '级别', width: 76, render: (row) => <LevelMark level={row.level} /> },
  {
    key: 'place',
    title: several ? '企业 / 部位' : '部位',
    width: 168,
    render: (row) => (
      <span className="list-two">
        {several && <span title={row.enterpriseName ?? ''}>{row.enterpriseName}</span>}
        {several ? <small title={row.place}>{row.place}</small> : <span title={row.place}>{row.place}</span>}
      </span>
    ),
  },
  { key: 'status', title: '状态', width: 92, render: (row) => <StateTag status={row.status} /> },
  { key: 'turn', title: '轮到谁', width: 176, render: (row) => <TurnChip row={row} /> },
  { key: 'deadlineOn', title: '期限', width: 108, sort: 'deadlineOn', render: (row) => <DeadlineCell row={row} /> },
  {
    key: 'source',
    title: '来源',
    width: 80,
    render: (row) => (
      <span className="list-cut">
        <SourceText source={row.source} />
      </span>
    ),
  },
  {
    key: 'foundAt',
    title: '发现时间',
    width: 108,
    sort: 'foundAt',
    extra: true,
    render: (row) => <FoundCell row={row} />,
  },
  {
    key: 'category',
    title: '类别',
    width: 108,
    extra: true,
    render: (row) => <DictText type="hiddenDangerCategory" value={row.category} />,
  },
  {
    key: 'duty',
    title: '责任人',
    width: 104,
    extra: true,
    render: (row) => <span className="list-cut">{row.dutyPersonName ?? '主要负责人'}</span>,
  },
];

const FoundCell = ({ row }: { row: Danger }) => (
  <span className="list-two">
    <span>{dayOf(row.foundAt)}</span>
    <small>{row.foundBy}</small>
  </span>
);

/** The row on a phone: what, its state and deadline, whose turn. */
export function DangerCard({ row, several, onOpen }: { row: Danger; several: boolean; onOpen: Open }) {
  return (
    <>
      <span className="danger-thing">
        <Thumb photos={row.photosBefore} label={`${row.title}的照片`} />
        <span className="list-two">
          <button type="button" className="kit-open list-name" onClick={() => onOpen(row)}>
            {row.title}
          </button>
          <small>{[several ? row.enterpriseName : null, row.place].filter(Boolean).join(' · ')}</small>
        </span>
      </span>
      <span className="danger-card-state">
        <LevelMark level={row.level} />
        <StateTag status={row.status} />
        <DeadlineCell row={row} />
      </span>
      <TurnChip row={row} />
    </>
  );
}
