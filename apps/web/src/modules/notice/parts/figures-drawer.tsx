import { numberText } from '@anlan/contract/domain/number-text';
import type { Announcement, ReaderState } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { SafeHtml } from '#ui/safe-html.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { adminOne, noticeKey, readers, remind, type Channel } from '../calls.ts';
import { audienceText, shareText } from '../rules.ts';
import { StateTag } from './admin-columns.tsx';

interface Props {
  channel: Channel;
  row: Announcement;
  onClose: () => void;
}

export function FiguresDrawer({ channel, row, onClose }: Props) {
  const detailQuery = useQuery(adminOne(channel, row.id));
  const data = detailQuery.data ?? row;
  return (
    <TabDrawer open size={720} title={channel === 'system' ? '系统通知' : '阅读情况'} onClose={onClose}>
      {detailQuery.error && !detailQuery.data ? (
        <LoadFailed error={detailQuery.error} onRetry={() => void detailQuery.refetch()} />
      ) : (
        <div className="notice-figures">
          <div>
            <h2>{data.title}</h2>
            <p className="notice-meta">
              <StateTag row={data} />
              <DictTag type="noticeKind" value={data.kind} />
              <span>{audienceText(data, channel === 'system')}</span>
              {data.publishAt && <time>{formatInstant(data.publishAt).slice(0, 16)}</time>}
              {data.publisherName && <span>{data.publisherName}</span>}
            </p>
          </div>
          {data.withdrawReason !== null && (
            <Alert type="warning" showIcon title="已撤回" description={data.withdrawReason} />
          )}
          {channel === 'announcement' && detailQuery.data && <Figures row={detailQuery.data} />}
          <section className="notice-copy" aria-label="正文">
            {detailQuery.data ? <SafeHtml html={detailQuery.data.content} /> : <Skeleton height={200} />}
          </section>
        </div>
      )}
    </TabDrawer>
  );
}

function Figures({ row }: { row: Announcement }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const reach = row.reach ?? 0;
  const asking = useMutation({
    mutationFn: () => remind(row.id),
    onSuccess: async ({ people }) => {
      void message.success(people === 0 ? '所有人都已答复' : `已催阅 ${people} 人`);
      await client.invalidateQueries({ queryKey: noticeKey });
    },
  });
  return (
    <>
      <div className="notice-numbers">
        <dl>
          <div>
            <dt>应读</dt>
            <dd>{reach}</dd>
          </div>
          <div>
            <dt>已读</dt>
            <dd>
              {row.readCount}
              <small>{shareText(row.readCount, reach)}</small>
            </dd>
          </div>
          {row.needReceipt && (
            <div>
              <dt>已回执</dt>
              <dd>
                {row.receiptCount}
                <small>{shareText(row.receiptCount, reach)}</small>
              </dd>
            </div>
          )}
        </dl>
        {row.abilities.includes('remind') && (
          <div className="notice-remind">
            <Button loading={asking.isPending} onClick={() => asking.mutate()}>
              催阅
            </Button>
            <small>
              {row.remindedAt ? `上次 ${formatInstant(row.remindedAt).slice(5, 16)}` : '提醒还没有答复的人'}
            </small>
          </div>
        )}
      </div>
      <Readers row={row} />
    </>
  );
}

const states: { value: ReaderState; label: string }[] = [
  { value: 'unread', label: '未读' },
  { value: 'read', label: '已读' },
  { value: 'unconfirmed', label: '未回执' },
  { value: 'confirmed', label: '已回执' },
];
const size = 10;

function Readers({ row }: { row: Announcement }) {
  const [state, setState] = useState<ReaderState>('unread');
  const [page, setPage] = useState(1);
  const readersQuery = useQuery(readers({ page, size, sort: [], filter: { id: row.id, state } }));
  const rows = readersQuery.data?.rows ?? [];
  return (
    <section aria-label="阅读名单" aria-busy={readersQuery.isFetching}>
      <Segmented<ReaderState>
        aria-label="阅读名单"
        options={row.needReceipt ? states : states.slice(0, 2)}
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
      />
      {readersQuery.error ? (
        <LoadFailed error={readersQuery.error} onRetry={() => void readersQuery.refetch()} />
      ) : readersQuery.data === undefined ? (
        <Skeleton height={160} />
      ) : rows.length === 0 ? (
        <Empty icon="check" title={state === 'unread' || state === 'unconfirmed' ? '没有遗漏的人' : '还没有人'} />
      ) : (
        <>
          <ul className="notice-readers">
            {rows.map((one) => (
              <li key={one.id}>
                <span>{one.name}</span>
                <small className="list-cut" title={one.enterpriseName ?? ''}>
                  {one.enterpriseName ?? '本单位'}
                </small>
                <time>
                  {(one.receiptAt ?? one.readAt) && formatInstant((one.receiptAt ?? one.readAt)!).slice(5, 16)}
                </time>
              </li>
            ))}
          </ul>
          <footer className="notice-foot">
            <span role="status">
              共 {numberText(readersQuery.data.total)}
              {readersQuery.data.totalIsEstimate ? '+' : ''} 人
            </span>
            {readersQuery.data.total > size && (
              <Pagination
                size="small"
                current={page}
                pageSize={size}
                total={readersQuery.data.total}
                showSizeChanger={false}
                onChange={setPage}
              />
            )}
          </footer>
        </>
      )}
    </section>
  );
}
