import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { latestEnforcement } from '../calls.ts';

const statusCodes = { issued: '0', received: '1', replied: '2', closed: '3', withdrawn: '9' };

/** 执法: latest enforcement notices with links to their handling (RT-18). */
export function EnforcementTab() {
  const { data, error, refetch } = useQuery(latestEnforcement);
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  if (data.rows.length === 0) return <Empty icon="file" title="没有执法通知" />;
  return (
    <>
      <ul className="notice-enforcement">
        {data.rows.map((row) => (
          <li key={row.id}>
            <DictTag type="enforcementStatus" value={row.status} codes={statusCodes} />
            <span>
              <Link to={`/bus/spot/index?id=${row.id}`}>{row.title}</Link>
              <small>
                <DictText type="enforcementKind" value={row.kind} /> · {row.enterpriseName} ·{' '}
                {formatInstant(row.issuedAt).slice(0, 16)} · 回复期限 {row.dueOn}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <p className="notice-enforcement-more">
        <Link className="link" to="/bus/spot/index">
          查看全部 {data.total} 份
        </Link>
      </p>
    </>
  );
}
