import type { Announcement } from '@anlan/contract/modules/notice/announcement';
import { announcementListing } from '@anlan/contract/modules/notice/listing';
import { formatInstant } from '@anlan/contract/domain/instant';
import { column, one, tag, title } from '#kit/columns.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { audienceText } from '../rules.ts';

export function StateTag({ row }: { row: Announcement }) {
  const { words = {}, tones = {} } = announcementListing.fields.state.spec;
  return (
    <>
      <span className={`tag tone-${tones[row.state]}`}>{words[row.state]}</span>
      {row.pinned && <span className="notice-pin">置顶</span>}
    </>
  );
}

const time = (instant: Date | null) => (instant === null ? '—' : formatInstant(instant).slice(0, 16));
const isUnpublished = ({ state }: Announcement) => state === 'draft' || state === 'scheduled';

const readColumns = [
  column<Announcement>('readCount', '已读', (row) => (isUnpublished(row) ? '—' : row.readCount), {
    width: 80,
    align: 'right',
  }),
  column<Announcement>(
    'receipt',
    '回执',
    (row) => (!row.needReceipt ? '不需要' : isUnpublished(row) ? '—' : row.receiptCount),
    { width: 80, align: 'right' },
  ),
];

export const adminColumns = (isSystem: boolean) => [
  title({ title: '标题', width: 240, locked: true }),
  tag('kind', { width: 100 }),
  column<Announcement>('state', '状态', (row) => <StateTag row={row} />, { width: 148 }),
  column<Announcement>('audience', '发布范围', (row) => audienceText(row, isSystem), { width: 150 }),
  ...(isSystem ? [] : readColumns),
  one('publisherName', { width: 90 }),
  one('publishAt', { width: 150 }),
  one('expireAt', { width: 150, extra: true }),
  one('updatedAt', { width: 150, extra: true }),
];

export function AdminCard({ row, isSystem }: { row: Announcement; isSystem: boolean }) {
  return (
    <>
      <strong className="list-cut" title={row.title}>
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
