import type { Announcement, AnnouncementSort } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { audienceText, stateWords } from '../rules.ts';

/** A state in its colour and words. */
export function StateTag({ row }: { row: Announcement }) {
  const { label, tone } = stateWords[row.state];
  return <span className={`tag tone-${tone}`}>{label}</span>;
}

const time = (instant: Date | null) => (instant === null ? '—' : formatInstant(instant).slice(0, 16));
const figures = (row: Announcement) =>
  row.state === 'draft' || row.state === 'scheduled' ? '—' : String(row.readCount);

/** Columns of the publisher's list. */
export const adminColumns = ({
  isSystem,
  onOpen,
}: {
  isSystem: boolean;
  onOpen: (row: Announcement) => void;
}): ListColumn<Announcement, AnnouncementSort>[] => [
  {
    key: 'title',
    title: '标题',
    width: 240,
    locked: true,
    render: (row) => (
      <button type="button" className="notice-open" title={row.title} onClick={() => onOpen(row)}>
        {row.pinned && <span className="notice-pin">置顶</span>}
        {row.title}
      </button>
    ),
  },
  { key: 'kind', title: '类别', width: 100, render: (row) => <DictTag type="noticeKind" value={row.kind} /> },
  { key: 'state', title: '状态', width: 90, render: (row) => <StateTag row={row} /> },
  { key: 'audience', title: '发布范围', width: 150, render: (row) => audienceText(row, isSystem) },
  ...(isSystem
    ? []
    : [
        {
          key: 'read',
          title: '已读',
          width: 80,
          align: 'right' as const,
          render: figures,
        },
        {
          key: 'receipt',
          title: '回执',
          width: 80,
          align: 'right' as const,
          render: (row: Announcement) => (row.needReceipt ? (figures(row) === '—' ? '—' : row.receiptCount) : '不需要'),
        },
      ]),
  { key: 'publisher', title: '发布人', width: 90, render: (row) => row.publisherName ?? '—' },
  { key: 'publishAt', title: '发布时间', width: 150, sort: 'publishAt', render: (row) => time(row.publishAt) },
  { key: 'expireAt', title: '失效时间', width: 150, extra: true, render: (row) => time(row.expireAt) },
  {
    key: 'updatedAt',
    title: '更新时间',
    width: 150,
    sort: 'updatedAt',
    extra: true,
    render: (row) => time(row.updatedAt),
  },
];

/** The same on a phone, in three lines. */
export function AdminCard({ row, isSystem }: { row: Announcement; isSystem: boolean }) {
  return (
    <>
      <strong className="list-cut" title={row.title}>
        {row.pinned && <span className="notice-pin">置顶</span>}
        {row.title}
      </strong>
      <span className="notice-tags">
        <StateTag row={row} />
        <DictTag type="noticeKind" value={row.kind} />
      </span>
      <small className="list-cut">
        {audienceText(row, isSystem)} · {time(row.publishAt ?? row.updatedAt)}
        {!isSystem && row.state === 'published' && ` · 已读 ${row.readCount}`}
      </small>
    </>
  );
}
