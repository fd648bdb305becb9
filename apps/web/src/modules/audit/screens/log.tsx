import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Segmented } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { exportLogs, hideLog, logKey, logPage, logQuery, type LogFilter } from '../calls.ts';
import { EntryDrawer } from '../parts/entry-drawer.tsx';
import { actColumns, errorColumns, LogCard } from '../parts/list-columns.tsx';
import { logFilters, type LogKind } from '../parts/list-filters.tsx';
import { ImpersonationsCard } from '../parts/impersonations-card.tsx';
import '../parts/entry.css';

const kinds: { value: LogKind; label: string }[] = [
  { value: 'acts', label: '操作日志' },
  { value: 'signIns', label: '登录日志' },
  { value: 'errors', label: '前端错误' },
];
const signIn = 'session.signIn';
const kindOf = ({ type, call }: LogFilter): LogKind => {
  if (type === 'error') return 'errors';
  return call === signIn ? 'signIns' : 'acts';
};
const start: Record<LogKind, LogFilter> = {
  acts: { type: undefined, call: undefined },
  signIns: { type: undefined, call: signIn },
  errors: { type: 'error', call: undefined, outcome: undefined },
};
const defaults = { size: 20, sort: [{ by: 'createTime' as const, desc: true }] };

/** 日志: what people did, who signed in, and what went wrong in browsers. */
export function Screen() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const who = useWho();
  const mayHide = useHolds('sys:log:del');
  const mayExport = useHolds('sys:log:export');
  const maySeeImpersonations = useHolds('sys:entry:allow');
  const exporting = useMutation({ mutationFn: exportLogs });
  const query = useListQuery(logQuery, defaults);
  const state = useQuery(logPage(query.input));
  const [open, setOpen] = useState<LogEntry | null>(null);
  const kind = kindOf(query.input.filter);
  const hide = useMutation({
    mutationFn: hideLog,
    onSuccess: async () => {
      void message.success('已从列表中移除');
      await client.invalidateQueries({ queryKey: logKey });
    },
  });
  const ask = (row: LogEntry) =>
    modal.confirm({
      title: `从列表中移除“${row.type === '9' ? row.title : `${row.createBy ?? '系统'} ${row.sentence}`}”？`,
      content: row.type === '9' ? '该错误记录将被删除。' : '审计记录仍会保留，移除本身也会记入日志。',
      okText: '移除',
      okButtonProps: { danger: true },
      onOk: () => hide.mutateAsync(row),
    });
  const actions = (row: LogEntry): RowAction[] => [
    { key: 'open', label: '详情', run: () => setOpen(row) },
    ...(mayHide ? [{ key: 'hide', label: '移除', danger: true, run: () => void ask(row) }] : []),
  ];
  return (
    <>
      <PageHead
        title="日志"
        sub="操作日志由系统逐条封存，移除只影响列表"
        end={
          mayExport && (
            <Button
              icon={<Icon name="upload" size={16} />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate(query.input)}
            >
              导出
            </Button>
          )
        }
      />
      {maySeeImpersonations && <ImpersonationsCard />}
      <ListTable
        label="日志列表"
        settings={`log-${kind === 'errors' ? 'errors' : 'acts'}-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={kind === 'errors' ? errorColumns : actColumns}
        rowKey={({ id }) => id}
        rowName={({ sentence, createBy }) => `${createBy ?? '系统'} ${sentence}`}
        actions={actions}
        card={(row) => <LogCard row={row} />}
        filters={(settings) => (
          <>
            <div className="log-kinds">
              <Segmented
                aria-label="日志种类"
                options={kinds}
                value={kind}
                onChange={(next: LogKind) => query.setFilter(start[next])}
              />
            </div>
            <ListFilters
              key={kind}
              query={query}
              // By the names in the log itself: an auditor of 三员 looks nobody up.
              search={{ name: 'userName', placeholder: '人员姓名' }}
              filters={logFilters(kind)}
              end={settings}
            />
          </>
        )}
        empty={<Empty icon="clock" title={kind === 'errors' ? '没有上报的错误' : '还没有记录'} />}
      />
      <EntryDrawer row={open} onClose={() => setOpen(null)} />
    </>
  );
}
