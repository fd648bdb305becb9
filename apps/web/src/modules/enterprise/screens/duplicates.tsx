import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { duplicateKinds, type DuplicateKind } from '@anlan/contract/modules/enterprise/merge';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { duplicates, duplicatesQuery } from '../calls.ts';
import { GroupCard } from '../parts/group-card.tsx';
import { listPath } from '../rules.ts';
import '../parts/merge.css';

const Compare = lazyPart(async () => (await import('../parts/merge-comparison.tsx')).Compare);
const kinds: { value: DuplicateKind | ''; label: string }[] = [
  { value: '', label: '全部' },
  ...(Object.keys(duplicateKinds) as DuplicateKind[]).map((value) => ({ value, label: duplicateKinds[value] })),
];

export function Screen() {
  const query = useListQuery(duplicatesQuery, { size: 10, sort: [] });
  const { data, error, refetch, isPlaceholderData } = useQuery(duplicates(query.input));
  const [pair, setPair] = useState<readonly [Enterprise, Enterprise] | null>(null);
  const { kind } = query.input.filter;
  return (
    <>
      <PageHead
        title="疑似重复企业"
        sub={data ? (data.totalIsEstimate ? `至少 ${data.total} 组` : `共 ${data.total} 组`) : '　'}
        end={
          <Link to={listPath}>
            <Button tabIndex={-1}>返回企业管理</Button>
          </Link>
        }
      />
      <Segmented<DuplicateKind | ''>
        className="twin-kinds"
        aria-label="按什么找"
        options={kinds}
        value={kind ?? ''}
        onChange={(value) => query.setFilter({ kind: value === '' ? undefined : value })}
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="twins" role="status" aria-label="正在读取">
          <Skeleton height={128} />
          <Skeleton height={128} />
        </div>
      )}
      {data?.rows.length === 0 && <Empty icon="building" title="没有发现疑似重复的企业" />}
      <div className="twins" aria-busy={isPlaceholderData}>
        {data?.rows.map((group) => (
          <GroupCard key={group.key} group={group} onCompare={setPair} />
        ))}
      </div>
      {data && data.total > query.input.size && (
        <Pagination
          align="end"
          current={query.input.page}
          pageSize={query.input.size}
          total={data.total}
          showSizeChanger={false}
          onChange={(page) => query.setPage(page)}
        />
      )}
      <Suspense>
        {pair && (
          <Compare
            key={pair.map(({ id, version }) => `${id}${version}`).join()}
            pair={pair}
            onClose={() => setPair(null)}
          />
        )}
      </Suspense>
    </>
  );
}
