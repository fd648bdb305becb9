import { numberText } from '@anlan/contract/domain/number-text';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Segmented } from 'antd';
import { useState } from 'react';
import { refreshRedDots, useRedDots } from '#lib/red-dots.ts';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DayFilter } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { inbox, markAllRead, noticeKey, type Channel, type InboxFilter } from '../calls.ts';
import { readAllText } from '../rules.ts';
import { InboxRow } from './inbox-row.tsx';
import { ReadingPane } from './reading-pane.tsx';
import './notice.css';

interface Props {
  channel: Channel;
  label: string;
  first?: string | undefined;
}

/** The reader's inbox: list left, text right. On a phone the text covers the list. */
export function Inbox({ channel, label, first }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const narrow = useNarrow();
  const [filter, setFilter] = useState<InboxFilter>({});
  const [open, setOpen] = useState<string | null>(first ?? null);
  const list = useInfiniteQuery({ ...inbox(channel, filter), placeholderData: keepPreviousData });
  const all = useMutation({
    mutationFn: () => markAllRead(channel),
    onSuccess: async () => {
      void message.success('已全部标为已读');
      void refreshRedDots();
      await client.invalidateQueries({ queryKey: noticeKey });
    },
  });
  // If a notice is unpinned between two page requests, both pages can contain it. Remove duplicates by id.
  const rows = [
    ...new Map(list.data?.pages.flatMap((page) => page.rows.map((row) => [row.id, row] as const))).values(),
  ];
  const total = list.data?.pages[0]?.total ?? 0;
  // This count includes unread notices that are not loaded or do not match the filter.
  const waiting = useRedDots((dots) => (channel === 'system' ? dots.systemUnNotice : dots.unNotice));
  const unread = waiting > 0 || rows.some(({ readAt }) => readAt === null);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const narrowed = (change: InboxFilter) => setFilter({ ...filter, ...change });
  const pane = open !== null && <ReadingPane key={open} channel={channel} id={open} />;

  return (
    <div className="notice-box">
      <section className="notice-list card" aria-label={label} aria-busy={list.isFetching}>
        <div className="notice-filters">
          <Segmented
            aria-label="阅读状态"
            options={[
              { value: '', label: '全部' },
              { value: 'unread', label: '未读' },
            ]}
            value={filter.unread ? 'unread' : ''}
            onChange={(value: string) => narrowed({ unread: value === '' ? undefined : true })}
          />
          <DictSelect
            type="noticeKind"
            aria-label="类别"
            placeholder="类别"
            className="notice-kind"
            value={filter.kind?.[0]}
            onChange={(kind) => narrowed({ kind: kind === null ? undefined : [kind] })}
          />
          <div className="notice-range">
            <DayFilter label="发布日期起" value={filter.from} onChange={(from) => narrowed({ from })} />
            <DayFilter label="发布日期止" value={filter.to} onChange={(to) => narrowed({ to })} />
          </div>
          <Button
            type="link"
            className="notice-all"
            disabled={!unread}
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            {readAllText(filter)}
          </Button>
        </div>
        {list.error && rows.length === 0 ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <div className="notice-bones">
            {[0, 1, 2, 3].map((at) => (
              <Skeleton key={at} height={56} />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <Empty icon="bell" title="暂无消息">
            {isFiltered && <Button onClick={() => setFilter({})}>清除筛选</Button>}
          </Empty>
        ) : (
          <ul className="notice-rows">
            {rows.map((row) => (
              <li key={row.id}>
                <InboxRow row={row} isOpen={row.id === open} onOpen={() => setOpen(row.id)} />
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 && (
          <footer className="notice-foot">
            <span role="status">共 {numberText(total)} 条</span>
            {list.hasNextPage && (
              <Button type="link" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                加载更多
              </Button>
            )}
          </footer>
        )}
      </section>
      {!narrow && (
        <section className="notice-pane card" aria-label="正文">
          {pane || (list.data && <Empty icon="file" title={rows.length > 0 ? '请从左侧选择一条' : '暂无消息'} />)}
        </section>
      )}
      {narrow && open !== null && (
        <TabDrawer open placement="bottom" size="92%" title="正文" onClose={() => setOpen(null)}>
          {pane}
        </TabDrawer>
      )}
    </div>
  );
}
