import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { Empty, LoadFailed } from '#ui/page-states.tsx';
import { progressOf, type ProgressInput } from './calls.ts';
import './topic.css';

type State = NonNullable<ProgressInput['filter']['state']>;
const states: readonly { value: State; label: string }[] = [
  { value: 'late', label: '有逾期任务' },
  { value: 'none', label: '尚未开始' },
  { value: 'some', label: '办理中' },
  { value: 'all', label: '全部办结' },
];
const size = 10;

export function CampaignEnterprises({ topicId }: { topicId: string }) {
  const [state, setState] = useState<State>();
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const input: ProgressInput = {
    page,
    size,
    sort: [],
    filter: { topicId, ...(state ? { state } : {}), ...(keyword ? { keyword } : {}) },
  };
  const { data, error, refetch } = useQuery(progressOf(input));
  return (
    <section className="topic-body" aria-label="各企业进度">
      <div className="topic-filter topic-narrow">
        <Input.Search
          aria-label="企业名称"
          placeholder="企业名称"
          allowClear
          maxLength={64}
          onSearch={(text) => {
            setPage(1);
            setKeyword(text.trim());
          }}
        />
        <Select
          aria-label="进度"
          placeholder="进度"
          allowClear
          options={[...states]}
          value={state ?? null}
          onChange={(next: State | null | undefined) => {
            setPage(1);
            setState(next ?? undefined);
          }}
        />
      </div>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <Empty icon="building" title="没有符合条件的企业" />}
      {data && data.total > 0 && (
        <>
          <table className="topic-table" aria-label="各企业进度">
            <thead>
              <tr>
                <th scope="col">企业</th>
                <th scope="col">已办结</th>
                <th scope="col">逾期</th>
                <th scope="col">最近办结</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.enterpriseId}>
                  <td>{row.enterpriseName}</td>
                  <td>
                    {row.done} / {row.tasks}
                  </td>
                  <td>
                    {row.late > 0 ? <span className="topic-state topic-state-late">{row.late} 项逾期</span> : '无'}
                  </td>
                  <td>{row.lastDoneAt ? formatInstant(row.lastDoneAt).slice(0, 10) : '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pagination
            size="small"
            current={page}
            pageSize={size}
            total={data.total}
            showSizeChanger={false}
            showTotal={(total) => `共 ${total} 家`}
            onChange={setPage}
          />
        </>
      )}
    </section>
  );
}
