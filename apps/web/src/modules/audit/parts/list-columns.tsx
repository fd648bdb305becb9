import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { formatInstant } from '@anlan/contract/domain/instant';
import { sayChange } from '@anlan/contract/domain/sentence';
import type { ListColumn } from '#ui/list/columns.ts';
import { browserName } from '../rules.ts';

const none = <span className="field-none">—</span>;

/** Whether it was done or refused. */
export const Outcome = ({ row }: { row: LogEntry }) =>
  row.outcome === 'done' ? <span className="tag tone-green">成功</span> : <span className="tag tone-red">失败</span>;

const cut = (text: string | null) =>
  text ? (
    <span className="list-cut" title={text}>
      {text}
    </span>
  ) : (
    none
  );

const when: ListColumn<LogEntry, 'createTime'> = {
  key: 'createTime',
  title: '时间',
  width: 168,
  sort: 'createTime',
  locked: true,
  render: (row) => formatInstant(row.createTime),
};
const who: ListColumn<LogEntry, 'createTime'> = {
  key: 'createBy',
  title: '人员',
  width: 108,
  render: (row) => cut(row.createBy),
};
const from: ListColumn<LogEntry, 'createTime'>[] = [
  { key: 'remoteAddr', title: '来源地址', width: 132, render: (row) => cut(row.remoteAddr) },
  { key: 'userAgent', title: '浏览器', width: 150, extra: true, render: (row) => cut(browserName(row.userAgent)) },
  { key: 'requestId', title: '请求编号', width: 180, extra: true, render: (row) => cut(row.requestId) },
];

/** Columns of what people did. */
export const actColumns: readonly ListColumn<LogEntry, 'createTime'>[] = [
  when,
  who,
  { key: 'title', title: '操作', width: 260, render: (row) => cut(row.sentence) },
  { key: 'outcome', title: '结果', width: 76, render: (row) => <Outcome row={row} /> },
  {
    key: 'exception',
    title: '说明',
    width: 240,
    // What changed says more than nothing.
    render: (row) => cut(row.exception ?? row.changes.map(sayChange).join('；')),
  },
  ...from,
];

/** Columns of what went wrong in browsers. */
export const errorColumns: readonly ListColumn<LogEntry, 'createTime'>[] = [
  when,
  { key: 'title', title: '类型', width: 92, render: (row) => cut(row.title) },
  { key: 'exception', title: '内容', width: 320, render: (row) => cut(row.exception) },
  { key: 'url', title: '页面', width: 200, render: (row) => cut(row.url) },
  who,
  ...from,
];

/** Three lines of an entry, for a phone. */
export const LogCard = ({ row }: { row: LogEntry }) => (
  <>
    <b>{row.type === '9' ? (row.exception ?? row.title) : row.sentence}</b>
    <span className="card-tags">
      <Outcome row={row} />
      <span>{row.createBy ?? '系统'}</span>
    </span>
    <small>{[formatInstant(row.createTime), row.remoteAddr].filter(Boolean).join(' · ')}</small>
  </>
);
