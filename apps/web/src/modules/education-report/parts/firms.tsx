import { educationFigures, shareWords } from '@anlan/contract/modules/education-report/figures';
import type { EducationOfFirm } from '@anlan/contract/modules/education-report/views';
import { countText } from '@anlan/contract/domain/number-text';
import { periodWords } from '@anlan/contract/modules/report/period';
import { useQuery } from '@tanstack/react-query';
import { Input, Pagination } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { firmsOf } from '../calls.ts';
import { page } from '../index.ts';

const columns = ['plans', 'due', 'passed', 'absent', 'hours', 'exams', 'signed', 'talks', 'meetings', 'classes'];

/** A month of the enterprises that one oversees: every number opens its rows. */
export function Firms({ month, choice }: { month: string; choice: ReactNode }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(1);
  const keyword = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery(firmsOf(month, keyword, at));
  const [first] = data?.rows ?? [];
  return (
    <>
      <PageHead
        title={page.heading}
        sub={data ? `${periodWords('month', month)}，${countText(data.total, '家')}企业` : '　'}
        end={choice}
      />
      <Input
        className="education-search"
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
      {!data && !error && <Bones height={320} />}
      {data?.rows.length === 0 && <Empty title="没有找到企业" />}
      {first && (
        // It is scrolled with the arrows where it is wider than the screen.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="card education-scroll" tabIndex={0} role="region" aria-label="企业教育月报">
          <table className="education-table">
            <thead>
              <tr>
                <th scope="col">企业</th>
                {educationFigures(first, first.id)
                  .filter(({ key }) => columns.includes(key))
                  .map(({ key, label }) => (
                    <th key={key} scope="col">
                      {label}
                    </th>
                  ))}
                <th scope="col">完成率</th>
              </tr>
            </thead>
            <tbody>
              {data?.rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > 20 && (
        <Pagination current={at} total={data.total} pageSize={20} showSizeChanger={false} onChange={setAt} />
      )}
    </>
  );
}

function Row({ row }: { row: EducationOfFirm }) {
  const query = new URLSearchParams({ enterpriseId: row.id, month: row.month });
  return (
    <tr>
      <th scope="row">
        <Link to={`/bus/dailyEducationReport?${query.toString()}`} title={row.name}>
          {row.name}
        </Link>
      </th>
      {educationFigures(row, row.id)
        .filter(({ key }) => columns.includes(key))
        .map(({ key, label, text, href }) => (
          <td key={key}>
            {href === null ? (
              text
            ) : (
              <Link to={href} aria-label={`${row.name}${label} ${text}`}>
                {text}
              </Link>
            )}
          </td>
        ))}
      <td>{shareWords(row.passed, row.due)}</td>
    </tr>
  );
}
