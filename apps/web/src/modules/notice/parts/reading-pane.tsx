import type { Article } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { refreshRedDots } from '#lib/red-dots.ts';
import { Icon } from '#ui/icon.tsx';
import { SafeHtml } from '#ui/safe-html.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { ApiError } from '#lib/api-error.ts';
import { article, confirmReceipt, fileLink, markRead, noticeKey, type Channel } from '../calls.ts';

/** Shows one announcement and marks it as read. */
export function ReadingPane({ channel, id }: { channel: Channel; id: string }) {
  const client = useQueryClient();
  const articleQuery = useQuery(article(channel, id));
  const unread = articleQuery.data !== undefined && articleQuery.data.readAt === null;
  useEffect(() => {
    if (!unread) return;
    void markRead(channel, id).then(async () => {
      await client.invalidateQueries({ queryKey: noticeKey });
      await refreshRedDots();
    });
  }, [unread, channel, id, client]);
  if (articleQuery.error instanceof ApiError && articleQuery.error.status === 404)
    return (
      <Empty icon="file" title="这条消息已撤回或已失效">
        需要时请联系发布单位。
      </Empty>
    );
  if (articleQuery.error && !articleQuery.data)
    return <LoadFailed error={articleQuery.error} onRetry={() => void articleQuery.refetch()} />;
  if (!articleQuery.data)
    return (
      <div className="notice-bones" role="status" aria-label="正在读取">
        <Skeleton width="70%" height={30} />
        <Skeleton width={260} />
        <Skeleton height={220} />
      </div>
    );
  return <ArticleText channel={channel} data={articleQuery.data} />;
}

function ArticleText({ channel, data }: { channel: Channel; data: Article }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const confirm = useMutation({
    mutationFn: () => confirmReceipt(data.id),
    onSuccess: async () => {
      void message.success('回执已提交');
      await client.invalidateQueries({ queryKey: noticeKey });
    },
  });
  return (
    <article className="notice-article">
      <header>
        <h2>{data.title}</h2>
        <p className="notice-meta">
          <DictTag type="noticeKind" value={data.kind} />
          <span>{data.fromName}</span>
          <time dateTime={data.publishAt.toISOString()}>{formatInstant(data.publishAt).slice(0, 16)}</time>
          {data.expireAt && <span>有效期至 {formatInstant(data.expireAt).slice(0, 16)}</span>}
        </p>
      </header>
      <SafeHtml html={data.content} />
      {channel === 'announcement' && data.files.length > 0 && <Files id={data.id} files={data.files} />}
      {data.needReceipt && (
        <footer className="notice-receipt">
          {data.receiptAt === null ? (
            <>
              <span>
                请在{data.receiptDueOn === null ? '阅读后' : ` ${data.receiptDueOn} 前`}
                提交回执，发布单位会看到您已知悉。
              </span>
              <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate()}>
                我已知悉，提交回执
              </Button>
            </>
          ) : (
            <span className="notice-done">
              <Icon name="check" size={16} />
              {formatInstant(data.receiptAt).slice(0, 16)} 已回执
            </span>
          )}
        </footer>
      )}
    </article>
  );
}

function Files({ id, files }: { id: string; files: Article['files'] }) {
  const open = useMutation({
    mutationFn: (fileId: string) => fileLink(id, fileId),
    onSuccess: ({ url }) => {
      window.open(url, '_blank', 'noopener');
    },
  });
  return (
    <section className="notice-files" aria-label="附件">
      <h3>附件（{files.length}）</h3>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Button
              type="link"
              icon={<Icon name="file" size={16} />}
              loading={open.isPending && open.variables === file.id}
              onClick={() => open.mutate(file.id)}
            >
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
