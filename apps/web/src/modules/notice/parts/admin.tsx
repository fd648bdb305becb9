import type { Announcement } from '@anlan/contract/modules/notice/announcement';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { Empty } from '#ui/states.tsx';
import { adminPage, adminQuery, noticeKey, pin, type Channel } from '../calls.ts';
import { adminColumns, AdminCard } from './admin-columns.tsx';
import { adminFilters } from './admin-filters.tsx';
import { PublishDialog, RemoveDialog, WithdrawDialog } from './step-dialogs.tsx';
import './notice.css';
import './admin.css';

const EditorDrawer = later(async () => (await import('./editor-drawer.tsx')).EditorDrawer);
const FiguresDrawer = later(async () => (await import('./figures-drawer.tsx')).FiguresDrawer);

const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };

type Step =
  | { do: 'edit'; row: Announcement | null }
  | { do: 'copy' | 'publish' | 'withdraw' | 'remove' | 'figures'; row: Announcement };

interface Props {
  channel: Channel;
  head: (end: ReactNode) => ReactNode;
}

/** Everything that was written in a channel, and what may be done with it. */
export function AnnouncementAdmin({ channel, head }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const isSystem = channel === 'system';
  const mayAdd = useHolds(isSystem ? 'bus:sysnotice:add' : 'bus:notice:add');
  const query = useListQuery(adminQuery, defaults);
  const state = useQuery(adminPage(channel, query.input));
  const [step, setStep] = useState<Step | null>(null);
  const show = (next: Step) => () => setStep(next);
  const columns = useMemo(
    () =>
      adminColumns({
        isSystem,
        onOpen: (row) => setStep({ do: row.abilities.includes('update') ? 'edit' : 'figures', row }),
      }),
    [isSystem],
  );
  const pinning = useMutation({
    mutationFn: (row: Announcement) => pin(channel, row, !row.pinned),
    onSuccess: (_answer, row) => void message.success(row.pinned ? '已取消置顶' : '已置顶'),
    onSettled: () => client.invalidateQueries({ queryKey: noticeKey }),
  });
  const actions = (row: Announcement): RowAction[] => {
    const may = (ability: Announcement['abilities'][number]) => row.abilities.includes(ability);
    const isOut = row.state === 'published' || row.state === 'expired' || row.state === 'withdrawn';
    return [
      ...(may('update') ? [{ key: 'edit', label: '编辑', run: show({ do: 'edit', row }) }] : []),
      ...(may('publish') ? [{ key: 'publish', label: '发布', run: show({ do: 'publish', row }) }] : []),
      ...(isOut ? [{ key: 'figures', label: isSystem ? '查看' : '阅读情况', run: show({ do: 'figures', row }) }] : []),
      ...(isOut && mayAdd ? [{ key: 'copy', label: '复制', run: show({ do: 'copy', row }) }] : []),
      ...(may('pin') ? [{ key: 'pin', label: row.pinned ? '取消置顶' : '置顶', run: () => pinning.mutate(row) }] : []),
      ...(may('withdraw')
        ? [{ key: 'withdraw', label: '撤回', danger: true, run: show({ do: 'withdraw', row }) }]
        : []),
      ...(may('remove') ? [{ key: 'remove', label: '删除', danger: true, run: show({ do: 'remove', row }) }] : []),
    ];
  };
  const close = () => setStep(null);
  const noun = isSystem ? '通知' : '公告';
  const add = show({ do: 'edit', row: null });
  return (
    <>
      {head(
        mayAdd && (
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
            新增{noun}
          </Button>
        ),
      )}
      <ListTable
        label={`${noun}列表`}
        settings={`notice-${channel}-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        actions={actions}
        actionsWidth={isSystem ? 132 : 164}
        card={(row) => <AdminCard row={row} isSystem={isSystem} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '标题' }}
            filters={adminFilters}
            end={settings}
          />
        )}
        empty={
          <Empty icon="bell" title={`还没有${noun}`}>
            {mayAdd && <Button onClick={add}>新增{noun}</Button>}
          </Empty>
        }
      />
      <Suspense fallback={null}>
        {step?.do === 'edit' && <EditorDrawer channel={channel} row={step.row} onClose={close} />}
        {step?.do === 'copy' && <EditorDrawer channel={channel} row={step.row} isCopy onClose={close} />}
        {step?.do === 'figures' && <FiguresDrawer channel={channel} row={step.row} onClose={close} />}
      </Suspense>
      {step?.do === 'publish' && <PublishDialog channel={channel} row={step.row} onClose={close} />}
      {step?.do === 'withdraw' && <WithdrawDialog channel={channel} row={step.row} onClose={close} />}
      {step?.do === 'remove' && <RemoveDialog channel={channel} row={step.row} onClose={close} />}
    </>
  );
}
