import { logListing } from '@anlan/contract/modules/audit/listing';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { formatInstant } from '@anlan/contract/domain/instant';
import { describeChange } from '@anlan/contract/domain/act-sentence';
import { none } from '#kit/cells.tsx';
import { column, one, tag } from '#kit/columns.tsx';
import { browserName } from '../rules.ts';

const { words = {}, tones = {} } = logListing.fields.outcome.spec;
export const Outcome = ({ row: { outcome } }: { row: LogEntry }) => (
  <span className={`tag tone-${tones[outcome]}`}>{words[outcome]}</span>
);

const cut = (text: string | null) =>
  text ? (
    <span className="list-cut" title={text}>
      {text}
    </span>
  ) : (
    none
  );

/** Shows the action, or for a browser error its kind and the page where it occurred. */
const Act = ({ row }: { row: LogEntry }) =>
  row.type === '9' ? (
    <span className="list-two">
      <span>{row.title}</span>
      <small title={row.url ?? ''}>{row.url}</small>
    </span>
  ) : (
    cut(row.sentence)
  );

export const logColumns = [
  column<LogEntry, 'createTime'>('createTime', '时间', ({ createTime }) => formatInstant(createTime), {
    width: 168,
    sort: 'createTime',
    locked: true,
  }),
  one('createBy', { width: 108 }),
  column<LogEntry>('sentence', '操作', (row) => <Act row={row} />, { width: 260 }),
  tag('outcome', { width: 76 }),
  // An entry without a note shows its changes instead.
  column<LogEntry>('exception', '说明', (row) => cut(row.exception ?? row.changes.map(describeChange).join('；')), {
    width: 240,
  }),
  one('remoteAddr', { width: 132 }),
  column<LogEntry>('userAgent', '浏览器', ({ userAgent }) => cut(browserName(userAgent)), { width: 150, extra: true }),
  one('requestId', { width: 180, extra: true }),
];

export const LogCard = ({ row }: { row: LogEntry }) => (
  <>
    <b>{row.type === '9' ? (row.exception ?? row.title) : row.sentence}</b>
    <span className="kit-tags">
      <Outcome row={row} />
      <span>{row.createBy ?? '系统'}</span>
    </span>
    <small>{[formatInstant(row.createTime), row.remoteAddr].filter(Boolean).join(' · ')}</small>
  </>
);
