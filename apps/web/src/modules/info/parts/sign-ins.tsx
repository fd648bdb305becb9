import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { signIns } from '../calls.ts';
import { InfoSection } from './section.tsx';

export function SignIns() {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(signIns(page));
  const pages = data ? Math.max(1, Math.ceil(data.total / data.size)) : 1;
  return (
    <InfoSection name="signIns" note="发现不是本人的登录，请立即修改密码">
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.rows.length === 0 ? (
        <Empty icon="clock" title="还没有登录记录" />
      ) : (
        <>
          <ul
            className={isPlaceholderData ? 'info-rows info-dense list-stale' : 'info-rows info-dense'}
            aria-label="登录记录列表"
          >
            {data.rows.map((row) => (
              <li key={row.id}>
                <span className={`tag ${row.outcome === 'done' ? 'tone-green' : 'tone-red'}`}>
                  {row.outcome === 'done' ? '成功' : '失败'}
                </span>
                <span className="info-two">
                  <span className="num">{formatInstant(row.at)}</span>
                  <small>{[row.way ?? '密码', row.address, row.device].join(' · ')}</small>
                </span>
              </li>
            ))}
          </ul>
          {pages > 1 && (
            <nav className="info-pages" aria-label="登录记录翻页">
              <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                上一页
              </Button>
              <span>
                {page} / {pages}
              </span>
              <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                下一页
              </Button>
            </nav>
          )}
        </>
      )}
    </InfoSection>
  );
}
