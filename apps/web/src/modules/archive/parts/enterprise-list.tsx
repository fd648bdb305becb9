import { catalogueItem } from '@anlan/contract/modules/archive/catalogue';
import { countText } from '@anlan/contract/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { archiveFirms } from '../calls.ts';
import { rateWords } from '../rules.ts';
import './archive.css';

export function Firms() {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(1);
  const keyword = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery(archiveFirms(keyword, at));
  return (
    <>
      <PageHead
        title="一企一档"
        sub={data ? `${countText(data.total, '家')}企业，最不完整的在前；每天凌晨和资料变动后统计` : '　'}
      />
      <Input
        className="archive-search"
        aria-label="企业名称"
        placeholder="按企业名称查找"
        allowClear
        maxLength={60}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(1);
        }}
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data?.rows.length === 0 && <Empty title="没有找到企业" />}
      <ul className="archive-firms" aria-label="企业档案">
        {data?.rows.map((firm) => (
          <li key={firm.id}>
            <span className="archive-firm">
              <Link to={`/bus/archives/index?enterpriseId=${firm.id}`}>{firm.name}</Link>
              <small>
                {firm.good} / {firm.applicable} 项有效
                {firm.first !== null && ` · 从《${catalogueItem(firm.first)?.label ?? ''}》开始补`}
              </small>
            </span>
            <span className={firm.missing + firm.expired > 0 ? 'archive-lack' : ''}>
              缺 {firm.missing} · 过期 {firm.expired}
            </span>
            <b>{rateWords(firm.rate)}</b>
          </li>
        ))}
      </ul>
      {data && data.total > 20 && (
        <Pagination current={at} total={data.total} pageSize={20} showSizeChanger={false} onChange={setAt} />
      )}
      {data && data.total === 0 && keyword !== '' && <Button onClick={() => setTyped('')}>清空查找</Button>}
    </>
  );
}
