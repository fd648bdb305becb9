import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { Ago } from '#ui/time-ago.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { latestNotices } from '../calls.ts';

export function LatestNotices() {
  const { data, error, refetch } = useQuery(latestNotices);
  return (
    <Card
      title="通知公告"
      more={
        <Link className="link" to="/notice?tab=announcement">
          全部
        </Link>
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={188} />
      ) : data.rows.length === 0 ? (
        <Empty icon="bell" title="暂无消息" />
      ) : (
        <ul className="rows short">
          {data.rows.map(({ id, kind, title, publishAt, readAt }) => (
            <li key={id} className={readAt === null ? 'unread' : undefined}>
              <DictTag type="noticeKind" value={kind} />
              <span className="what">
                <Link className="link" to={`/notice?tab=announcement&id=${id}`} state={startsFresh} title={title}>
                  {title}
                </Link>
                {readAt === null && <small>未读</small>}
              </span>
              <span className="when">{publishAt && <Ago at={publishAt} />}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
