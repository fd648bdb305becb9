import { formatInstant } from '@anlan/contract/domain/instant';
import type { LogEntry, LogExportColumn } from '@anlan/contract/modules/audit/log';
import type { PageInput } from '@anlan/contract/domain/paging';
import { describeChange } from '@anlan/contract/domain/act-sentence';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { listFile } from '#kit/list-file.ts';
import type { Wording } from '#kit/wording.ts';
import type { Tx } from '#platform/db/index.ts';
import type { OutgoingCell } from '#platform/sheets/index.ts';
import type { LogDeps } from './deps.ts';
import { presentActs, presentError } from './present.ts';
import type { LogFilter } from './rules.ts';
import * as store from './store.ts';

const batch = 500;
const outcomes = { done: '成功', failed: '失败' } as const;

interface Column {
  /** Absent: in every file. `all`: only in a file with all columns. */
  key?: LogExportColumn | 'all';
  heading: string;
  width: number;
  of: (row: LogEntry) => OutgoingCell;
}

interface Only {
  columns?: readonly LogExportColumn[] | undefined;
}

const who: Column[] = [
  { heading: '时间', width: 20, of: ({ createTime }) => formatInstant(createTime) },
  { heading: '操作人', width: 16, of: ({ createBy }) => createBy },
];
const whence: Column[] = [
  { key: 'remoteAddr', heading: '来源地址', width: 18, of: ({ remoteAddr }) => remoteAddr },
  { key: 'userAgent', heading: '浏览器', width: 40, of: ({ userAgent }) => userAgent },
  { key: 'requestId', heading: '请求编号', width: 38, of: ({ requestId }) => requestId },
];
const columns: Record<'acts' | 'errors', Column[]> = {
  acts: [
    ...who,
    { heading: '操作', width: 20, of: ({ title }) => title },
    { key: 'outcome', heading: '结果', width: 8, of: ({ outcome }) => outcomes[outcome] },
    { key: 'exception', heading: '说明', width: 40, of: ({ exception }) => exception },
    {
      key: 'exception',
      heading: '改动',
      width: 50,
      // Classified values in the changes were masked before they were stored.
      of: ({ changes }) => changes.map(describeChange).join('；') || null,
    },
    { key: 'all', heading: '对象', width: 14, of: ({ objectLabel }) => objectLabel },
    { key: 'all', heading: '对象名称', width: 30, of: ({ objectName }) => objectName },
    { key: 'all', heading: '对象编号', width: 38, of: ({ objectId }) => objectId },
    ...whence,
  ],
  errors: [
    ...who,
    { heading: '类型', width: 12, of: ({ title }) => title },
    { key: 'exception', heading: '内容', width: 50, of: ({ exception }) => exception },
    { key: 'all', heading: '页面', width: 30, of: ({ url }) => url },
    { key: 'all', heading: '错误堆栈', width: 60, of: ({ stack }) => stack },
    ...whence,
  ],
};

/** Excel export of the log. Entries hidden by a user are left out. */
export function createLogExport({ db, clock, record, queued, titleOf }: LogDeps, wording: Wording) {
  async function* batches(
    scope: Scope,
    filter: LogFilter,
    shown: readonly Column[],
    direction: 'asc' | 'desc',
    began: string,
  ) {
    const errors = filter.type === 'error';
    for (let last: string | null = null; ;) {
      const from: store.BatchCursor = { last, began, direction, limit: batch };
      const rows: LogEntry[] = await db.read(scope, async (tx) =>
        errors
          ? (await store.nextErrors(tx, filter, from)).map(presentError)
          : presentActs(tx, await store.nextActs(tx, filter, from), wording, titleOf),
      );
      if (rows.length > 0) yield rows.map((row) => shown.map(({ of }) => of(row)));
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? null;
    }
  }

  // The user name as the log shows it. An unknown user id is not shown.
  async function filterText(tx: Tx, filter: LogFilter): Promise<string> {
    const person = filter.userId && ((await store.nameInLogs(tx, filter.userId)) ?? '无此人');
    const parts: [string, string | undefined][] = [
      ['操作', filter.call && titleOf(filter.call)],
      ['结果', filter.outcome && outcomes[filter.outcome]],
      ['人员', person],
      ['人员姓名', filter.userName],
      ['来源地址', filter.remoteAddr],
      ['开始日期', filter.from],
      ['结束日期', filter.to],
    ];
    return parts.flatMap(([name, value]) => (value ? [`${name}：${value}`] : [])).join('；');
  }

  return async (
    scope: Scope,
    { filter: { columns: only, ...filter }, sort }: PageInput<LogFilter & Only, 'createTime'>,
  ) => {
    const now = clock.now();
    // Entries with a larger id are left out: they were written after the start, like the entry of this export.
    const began = newId();
    const name = filter.type === 'error' ? '前端错误' : '操作日志';
    const shown = columns[filter.type === 'error' ? 'errors' : 'acts'].filter(
      ({ key }) => key === undefined || only === undefined || (key !== 'all' && only.includes(key)),
    );
    const { count, words } = await db.scoped(scope, async (tx) => {
      const description = await filterText(tx, filter);
      const matchCount = await store.countUpTo(tx, filter, limits.export.rows + 1);
      if (matchCount > limits.export.rows)
        throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，请缩小筛选范围后再导出`);
      const note = `${name} ${matchCount} 条；${description}`.slice(0, 500);
      await record(tx, { call: 'audit.export', objectType: 'audit', objectId: began, taken: matchCount, note });
      return { count: matchCount, words: description };
    });
    const list = {
      title: name,
      sheet: name,
      count,
      counter: '条',
      narrowedBy: words,
      at: now,
      by: scope.userName,
      columns: shown.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
      rows: batches(scope, filter, shown, sort[0]?.desc === false ? 'asc' : 'desc', began),
    };
    return listFile(scope, list, queued);
  };
}
