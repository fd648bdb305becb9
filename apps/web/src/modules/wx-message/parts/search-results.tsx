import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { searchPages } from '../calls.ts';
import { listTime } from '../rules.ts';
import { shortText } from '../words.ts';
import { Avatar } from './avatar.tsx';
import { useNow } from './use-now.ts';

function Marked({ text, keyword }: { text: string; keyword: string }) {
  const at = text.toLowerCase().indexOf(keyword.toLowerCase());
  if (at < 0) return text;
  // Shorten the text before the match, so that the match is visible.
  const from = Math.max(0, at - 12);
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, at)}
      <mark>{text.slice(at, at + keyword.length)}</mark>
      {text.slice(at + keyword.length)}
    </>
  );
}

interface Props {
  keyword: string;
  /** Searches only messages of this follower, if set. */
  wxUserId?: string | undefined;
  onOpen: (wxUserId: string, messageId: string) => void;
}

export function SearchResults({ keyword, wxUserId, onOpen }: Props) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    searchPages(keyword, wxUserId),
  );
  const now = useNow();
  const matches = data?.pages.flat() ?? [];
  if ([...keyword].length < 2) return <p className="chat-meek conv-part">再输入一个字，可搜索消息内容</p>;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <div className="conv-bones">
        <Skeleton height={56} />
        <Skeleton height={56} />
      </div>
    );
  if (matches.length === 0) return <Empty icon="search" title={`没有找到含“${keyword}”的消息`} />;
  return (
    <>
      {matches.map((message) => (
        <Fragment key={message.id}>
          <button type="button" className="conv" onClick={() => onOpen(message.wxUserId, message.id)}>
            <Avatar name={message.nickName} picture={message.headimgUrl} size="large" />
            <span className="conv-text">
              <span className="conv-line">
                <span className="conv-name">{message.nickName}</span>
                <span className="chat-meek end">{listTime(message.createTime, now)}</span>
              </span>
              <span className="conv-line">
                <span className="conv-last cut">
                  {message.type !== '1' && <span className="chat-meek">{message.senderName ?? '公众号'}：</span>}
                  <Marked text={shortText(message)} keyword={keyword} />
                </span>
              </span>
            </span>
          </button>
        </Fragment>
      ))}
      {hasNextPage && (
        <button
          type="button"
          className="btn conv-more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? '正在加载…' : '更早的消息'}
        </button>
      )}
    </>
  );
}
