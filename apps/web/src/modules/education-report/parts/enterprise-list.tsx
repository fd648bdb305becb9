import { educationFigures, formatShare } from '@anlan/contract/modules/education-report/figures';
import { educationMeasures } from '@anlan/contract/modules/education-report/measures';
import {
  educationSorts,
  type EducationOfFirm,
  type EducationSort,
} from '@anlan/contract/modules/education-report/views';
import { countText } from '@anlan/contract/domain/number-text';
import { periodWords } from '@anlan/contract/modules/report/period';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { exportRegion, firmsOf, printMonth, totalsOf, type RegionOrder } from '../calls.ts';
import { page } from '../index.ts';

const columns = ['plans', 'due', 'passed', 'absent', 'hours', 'exams', 'signed', 'talks', 'meetings', 'classes'];
const sortOf = (key: string): EducationSort | undefined => educationSorts.find((one) => one === key);

export function Firms({ month, choice }: { month: string; choice: ReactNode }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(1);
  const keyword = useDeferredValue(typed.trim());
  const [order, setOrder] = useState<RegionOrder>([]);
  const { data, error, refetch } = useQuery(firmsOf(month, keyword, order, at));
  const { data: totals } = useQuery(totalsOf(month, keyword));
  const mayExport = useHasPermit('bus:dailyeducationreport:export');
  const [first] = data?.rows ?? [];
  // Largest first, then smallest first, then by name.
  const orderBy = (by: EducationSort) => {
    const [now] = order;
    setOrder(now?.by !== by ? [{ by, desc: true }] : now.desc ? [{ by, desc: false }] : []);
    setAt(1);
  };
  return (
    <>
      <PageHead
        title={page.heading}
        sub={data ? `${periodWords('month', month)}，${countText(data.total, '家')}企业` : '　'}
        end={
          <>
            {choice}
            {mayExport && (
              <>
                <Button
                  icon={<Icon name="download" size={16} />}
                  onClick={() => void exportRegion(month, keyword, order)}
                >
                  导出
                </Button>
                <Button onClick={() => void printMonth(undefined, month)}>打印</Button>
              </>
            )}
          </>
        }
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
      {!data && !error && <Skeleton height={320} />}
      {data?.rows.length === 0 && <Empty title="没有找到企业" />}
      {first && (
        // Focusable, so that the arrow keys can scroll a table wider than the screen.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="card education-scroll" tabIndex={0} role="region" aria-label="企业教育月报">
          <table className="education-table">
            <thead>
              <tr>
                <th scope="col">企业</th>
                {educationFigures(first, first.id)
                  .filter(({ key }) => columns.includes(key))
                  .map(({ key, label }) => (
                    <Head key={key} label={label} by={sortOf(key)} order={order} onOrder={orderBy} />
                  ))}
                <Head label="完成率" by="rate" order={order} onOrder={orderBy} />
              </tr>
            </thead>
            {totals && (
              <tfoot>
                <tr>
                  <th scope="row" title={educationMeasures.firms.definition}>
                    合计（{countText(totals.firms, educationMeasures.firms.unit)}）
                  </th>
                  {educationFigures(totals)
                    .filter(({ key }) => columns.includes(key))
                    .map(({ key, text, label, definition, href }) => (
                      <td key={key} title={definition}>
                        {/* No list can be limited to the enterprises that a keyword finds. */}
                        {href === null || keyword !== '' ? (
                          text
                        ) : (
                          <Link to={href} aria-label={`合计${label} ${text}`}>
                            {text}
                          </Link>
                        )}
                      </td>
                    ))}
                  <td>{formatShare(totals.passed, totals.due)}</td>
                </tr>
              </tfoot>
            )}
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

interface HeadProps {
  label: string;
  /** Figure by which this column orders the list; undefined when it cannot. */
  by: EducationSort | undefined;
  order: RegionOrder;
  onOrder: (by: EducationSort) => void;
}

function Head({ label, by, order: [now], onOrder }: HeadProps) {
  if (by === undefined) return <th scope="col">{label}</th>;
  const isSorted = now?.by === by;
  return (
    <th scope="col" aria-sort={isSorted ? (now.desc ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => onOrder(by)}>
        {label} {isSorted ? (now.desc ? '↓' : '↑') : ''}
      </button>
    </th>
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
      <td>{formatShare(row.passed, row.due)}</td>
    </tr>
  );
}
