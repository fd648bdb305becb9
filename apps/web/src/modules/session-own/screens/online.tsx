import type { OnlineSession } from '@anlan/contract/modules/session/own';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { endOnline, onlineKey, onlinePage, onlineQuery } from '../calls.ts';
import { OnlineCard, onlineColumns } from '../parts/online-columns.tsx';
import { onlineFilters } from '../parts/online-filters.tsx';

const defaults = { size: 20, sort: [{ by: 'lastSeenAt' as const, desc: true }] };

/** 在线用户: who works here now, and from where; ends a session at once. */
export function Screen() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const who = useWho();
  const mayEnd = useHolds('sys:token:del');
  const seesEnterprises = useHolds('bus:enterprise:index');
  const query = useListQuery(onlineQuery, defaults);
  const state = useQuery(onlinePage(query.input));
  const end = useMutation({
    mutationFn: endOnline,
    onSuccess: () => void message.success('已强制下线'),
    // Whether it went well or somebody was faster, the list has changed.
    onSettled: () => client.invalidateQueries({ queryKey: onlineKey }),
  });
  const ask = (row: OnlineSession) =>
    modal.confirm({
      title: `将“${row.nickName}”强制下线？`,
      content: `${row.device}（${row.address}）上的登录会立即结束，未保存的内容不会提交。本人可以重新登录。`,
      okText: '强制下线',
      okButtonProps: { danger: true },
      onOk: () => end.mutateAsync(row).catch(() => undefined),
    });
  const actions = (row: OnlineSession): RowAction[] =>
    mayEnd && !row.current ? [{ key: 'end', label: '强制下线', danger: true, run: () => void ask(row) }] : [];
  return (
    <>
      <PageHead title="在线用户" sub="一小时内有操作的登录，每半分钟刷新一次" />
      <ListTable
        label="在线用户列表"
        settings={`online-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={onlineColumns}
        rowKey={({ id }) => id}
        rowName={({ nickName, device }) => `${nickName} ${device}`}
        actions={actions}
        card={(row) => <OnlineCard row={row} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '姓名、用户名' }}
            filters={onlineFilters(seesEnterprises)}
            end={settings}
          />
        )}
        empty={<Empty icon="users" title="现在没有人在线" />}
      />
    </>
  );
}
